// expect: pass
#include <pthread.h>
void *w(void *u) { pthread_detach(pthread_self()); return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, w, 0); return 0; }
