// truth: fail assertion
// The assertion reads two members through a pointer.
#include <assert.h>
#include <pthread.h>

struct p { int a, b; } s;
void *f(void *u) { s.a = 1; s.b = 1; return 0; }
int main(void) { pthread_t t; struct p *q = &s; pthread_create(&t,0,f,0); assert(q->a - q->b >= 0);
    pthread_join(t,0); }
