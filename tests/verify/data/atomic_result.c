// truth: fail assertion
// The result of atomic_load is stored in a step of its own.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x = 1; int r = 5, s;
void *f(void *u) { r = atomic_load(&x); return 0; }
void *g(void *u) { x = 2; s = r; return 0; }
int main(void) { pthread_t a,b; pthread_create(&a,0,f,0); pthread_create(&b,0,g,0); pthread_join(a,0);
    pthread_join(b,0); assert(!(s == 5 && r == 1)); }
