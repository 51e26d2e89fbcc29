// expect: fail assertion
#include <pthread.h>
#include <assert.h>
int x;
void *w(void *u) { x = 1; return 0; }
void *(*fs[1])(void *) = { w };
int main(void) { pthread_t t; pthread_create(&t, 0, fs[0], 0); pthread_join(t, 0); assert(x == 0); return 0; }
