// truth: fail assertion
// The address goes through a function and into a struct.
#include <assert.h>
#include <pthread.h>

struct c { int *p; } box; static int *id(int *p) { return p; }
void *f(void *u) { *box.p = 6; return 0; }
int main(void) { int v = 5;
    pthread_t t; box.p = id(&v); pthread_create(&t, 0, f, 0); pthread_join(t, 0); assert(v == 5); }
