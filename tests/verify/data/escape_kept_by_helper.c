// truth: fail assertion
// A helper keeps the address of a local.
#include <assert.h>
#include <pthread.h>

int *to; static void keep(int *p) { to = p; }
void *f(void *u) { *to = 6; return 0; }
int main(void) { int v = 5; pthread_t t; keep(&v); pthread_create(&t, 0, f, 0); pthread_join(t, 0);
    assert(v == 5); }
