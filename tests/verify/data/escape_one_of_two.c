// truth: pass
// Only one of the locals is given to the thread: both are known exactly.
#include <assert.h>
#include <pthread.h>

void *f(void *u) { *(int *)u += 1; return 0; }
int main(void) { int v = 5; int w = 7;
    pthread_t t; pthread_create(&t, 0, f, &v); w++; pthread_join(t, 0); assert(v == 6 && w == 8); }
