// truth: fail assertion
// The thread is given the address of a pointer to the local.
#include <assert.h>
#include <pthread.h>

void *f(void *u) { int **pp = u; **pp = 6; return 0; }
int main(void) { int v = 5; int *p = &v;
    pthread_t t; pthread_create(&t, 0, f, &p); pthread_join(t, 0); assert(v == 5); }
