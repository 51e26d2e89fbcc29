/* expect: safe */
/* Relaxed accesses do not race, whatever they order. */
#include <pthread.h>
#include <stdatomic.h>
static atomic_int n;
static void *adds(void *u) {
    atomic_store_explicit(&n, atomic_load_explicit(&n, memory_order_relaxed) + 1, memory_order_relaxed);
    return u;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, adds, 0);
    adds(0);
    pthread_join(t, 0);
    return 0;
}
