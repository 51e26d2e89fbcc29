// expect: pass
#include <assert.h>
#include <pthread.h>
void *w(void *u) { return (void *)7; }
int main(void) { pthread_t t; void *r = 0; pthread_create(&t, 0, w, 0); pthread_join(t, &r); assert(r != 0); return 0; }
