// expect: pass
#include <assert.h>
#include <pthread.h>
int x;
void *w(void *u) { for (;;) x = 1; return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, w, 0); pthread_cancel(t); pthread_join(t, 0); assert(x == 0); return 0; }
