// truth: pass
// The value of n++ on an atomic is read and stored in one step.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

_Atomic int n; int r[2];
void *f(void *u) { r[0] = n++; return 0; }
void *g(void *u) { r[1] = n++; return 0; }
int main(void) { pthread_t a,b; pthread_create(&a,0,f,0); pthread_create(&b,0,g,0); pthread_join(a,0);
    pthread_join(b,0); assert(r[0] != r[1] && n == 2); }
