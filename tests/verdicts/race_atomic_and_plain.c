/* expect: race */
/* One of two accesses is not atomic. */
#include <pthread.h>
static int n;
static void *adds(void *u) { __atomic_add_fetch(&n, 1, __ATOMIC_SEQ_CST); return u; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, adds, 0);
    int seen = n;
    pthread_join(t, 0);
    return seen > 1;
}
