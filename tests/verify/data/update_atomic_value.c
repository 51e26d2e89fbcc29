// truth: pass
// The value of n += 2 on an atomic is that of one step.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

_Atomic int n; int r, s;
void *f(void *u) { r = n += 2; return 0; }
void *g(void *u) { s = n += 2; return 0; }
int main(void) { pthread_t a,b; pthread_create(&a,0,f,0); pthread_create(&b,0,g,0); pthread_join(a,0);
    pthread_join(b,0); assert(r != s); }
