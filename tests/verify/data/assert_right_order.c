// truth: pass
// The operands are read in the order that makes it hold.
#include <assert.h>
#include <pthread.h>

int x, y;
void *f(void *u) { x = 1; y = 1; return 0; }
int main(void) { pthread_t t; pthread_create(&t,0,f,0); assert(y <= x); pthread_join(t,0); }
