// truth: fail assertion
// The thread is given a local array of main and writes to it.
#include <assert.h>
#include <pthread.h>

void *f(void *u) { int *a = u; a[1] = 6; return 0; }
int main(void) { int a[2] = { 5, 5 };
    pthread_t t; pthread_create(&t, 0, f, a); pthread_join(t, 0); assert(a[1] == 5); }
