// 2+2W: two threads store to two places in opposite order.
// ends: 4 5 6
// tso ends: 4 5 6
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;

static void *first(void *arg) {
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    atomic_store_explicit(&y, 2, memory_order_relaxed);
    return arg;
}

static void *second(void *arg) {
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    atomic_store_explicit(&x, 2, memory_order_relaxed);
    return arg;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, first, 0);
    pthread_create(&u, 0, second, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 2 * x + y;
}
