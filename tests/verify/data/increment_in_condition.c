// truth: fail assertion
// ++n in a condition is a load and a store.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int n;
void *f(void *u) { if (++n > 5) abort(); return 0; }
void *g(void *u) { while (n-- > 100) ; return 0; }
int main(void) { pthread_t a,b; pthread_create(&a,0,f,0); pthread_create(&b,0,g,0); pthread_join(a,0);
    pthread_join(b,0); assert(n == 0); }
