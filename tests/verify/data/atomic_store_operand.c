// truth: fail assertion
// The operand of atomic_store is read in a step of its own.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x; int y = 1, r;
void *f(void *u) { atomic_store(&x, y); return 0; }
void *g(void *u) { y = 0; r = atomic_load(&x); return 0; }
int main(void) { pthread_t a,b; pthread_create(&a,0,f,0); pthread_create(&b,0,g,0); pthread_join(a,0);
    pthread_join(b,0); assert(!(r == 0 && x == 1)); }
