// truth: fail assertion
// The assertion reads the same variable twice.
#include <assert.h>
#include <pthread.h>

int x;
void *f(void *u) { x++; return 0; }
int main(void) { pthread_t t; pthread_create(&t,0,f,0); assert(x == x); pthread_join(t,0); }
