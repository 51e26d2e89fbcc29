// truth: fail assertion
// The address of a local stands in an array of pointers; the thread writes there.
#include <assert.h>
#include <pthread.h>

int *slot[2];
void *f(void *u) { *slot[1] = 6; return 0; }
int main(void) { int v = 5;
    pthread_t t; slot[1] = &v; pthread_create(&t, 0, f, 0); pthread_join(t, 0); assert(v == 5); }
