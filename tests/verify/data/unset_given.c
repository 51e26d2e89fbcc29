// truth: not pass
// A thread is given a variable that was never set.
#include <assert.h>
#include <pthread.h>

void *f(void *u) { int *p = u; if (*p == 3) assert(0); return 0; }
int main(void) { int x; pthread_t t; pthread_create(&t, 0, f, &x); pthread_join(t, 0); return 0; }
