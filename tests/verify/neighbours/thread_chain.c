// expect: fail assertion
#include <pthread.h>
#include <assert.h>
int x;
void *b(void *u) { x = 1; return 0; }
void *a(void *u) { pthread_t t; pthread_create(&t, 0, b, 0); pthread_join(t, 0); return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, a, 0); pthread_join(t, 0); assert(x == 0); return 0; }
