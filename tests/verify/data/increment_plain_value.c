// truth: fail assertion
// The value of n++ on plain data: two threads may get the same.
#include <assert.h>
#include <pthread.h>

int n; int r, s;
void *f(void *u) { r = n++; return 0; }
void *g(void *u) { s = n++; return 0; }
int main(void) { pthread_t a,b; pthread_create(&a,0,f,0); pthread_create(&b,0,g,0); pthread_join(a,0);
    pthread_join(b,0); assert(r != s); }
