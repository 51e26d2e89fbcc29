// truth: fail assertion
// The subscript of the assertion is read before the element.
#include <assert.h>
#include <pthread.h>

int a[2] = {1, 0}, i;
void *f(void *u) { i = 1; return 0; }
void *g(void *u) { a[0] = 0; return 0; }
int main(void) { pthread_t t,k; pthread_create(&t,0,f,0); pthread_create(&k,0,g,0); assert(a[i] == 1);
    pthread_join(t,0); pthread_join(k,0); }
