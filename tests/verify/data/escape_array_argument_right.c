// truth: pass
// The same with the value that it has: the answer is exact.
#include <assert.h>
#include <pthread.h>

void *f(void *u) { int *a = u; a[1] = 6; return 0; }
int main(void) { int a[2] = { 5, 5 };
    pthread_t t; pthread_create(&t, 0, f, a); pthread_join(t, 0); assert(a[1] == 6); }
