/* expect: memory */
/* An array of a length is gone when its block is left, and another thread has its address. */
#include <pthread.h>
static int *shared;
static void *uses(void *u) { shared[0] = 1; return u; }
static void block(int n, pthread_t *t) {
    int a[n];
    shared = a;
    pthread_create(t, 0, uses, 0);
}
int main(void) {
    pthread_t t;
    block(3, &t);
    pthread_join(t, 0);
    return 0;
}
