// truth: fail assertion
// Both operands of the assertion are read, one after the other.
#include <assert.h>
#include <pthread.h>

int x, y;
void *f(void *u) { x = 1; y = 1; return 0; }
int main(void) { pthread_t t; pthread_create(&t,0,f,0); assert(!(x == 0 && y == 1)); pthread_join(t,0); }
