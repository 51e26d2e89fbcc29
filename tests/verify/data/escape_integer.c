// truth: fail assertion
// The address of a local is kept as a number.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

uintptr_t addr;
void *f(void *u) { *(int *)addr = 6; return 0; }
int main(void) { int v = 5;
    pthread_t t; addr = (uintptr_t)&v; pthread_create(&t, 0, f, 0); pthread_join(t, 0); assert(v == 5); }
