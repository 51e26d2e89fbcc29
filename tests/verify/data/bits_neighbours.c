// truth: fail assertion
// Two threads write bit-fields of one byte.
#include <assert.h>
#include <pthread.h>

struct { unsigned a : 3, b : 3; int c; } s;
void *f(void *u) { s.a = 5; return 0; }
void *g(void *u) { s.b = 2; return 0; }
int main(void) { pthread_t a,b; pthread_create(&a,0,f,0); pthread_create(&b,0,g,0); pthread_join(a,0);
    pthread_join(b,0); assert(s.a == 5 && s.b == 2); }
