// truth: fail assertion
// One of the bit-fields is written through a pointer.
#include <assert.h>
#include <pthread.h>

struct t { unsigned a : 1, b : 1; } s;
void *f(void *u) { s.a++; return 0; }
void *g(void *u) { struct t *p = &s; p->b = 1; return 0; }
int main(void) { pthread_t a,b; pthread_create(&a,0,f,0); pthread_create(&b,0,g,0); pthread_join(a,0);
    pthread_join(b,0); assert(s.a == 1 && s.b == 1); }
