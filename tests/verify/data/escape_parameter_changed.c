// truth: fail assertion
// The thread changes its parameter before it writes through it.
#include <assert.h>
#include <pthread.h>

void *f(void *u) { u = *(void **)u; *(int *)u = 6; return 0; }
int main(void) { int v = 5; void *p = &v;
    pthread_t t; pthread_create(&t, 0, f, &p); pthread_join(t, 0); assert(v == 5); }
