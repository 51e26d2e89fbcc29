// expect: incomplete
#include <pthread.h>
void *w(void *u) { return 0; }
int main(void) { pthread_t t; pthread_attr_t a; pthread_attr_init(&a); pthread_attr_setdetachstate(&a, PTHREAD_CREATE_DETACHED); pthread_create(&t, &a, w, 0); pthread_join(t, 0); return 0; }
