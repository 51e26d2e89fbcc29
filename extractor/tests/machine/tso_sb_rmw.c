// Store buffering with an operation that reads and writes in one between, on something else.
// ends: 1 2 3
// tso ends: 1 2 3
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y, own, other;
int r, s;

static void *first(void *arg) {
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&own, 1, memory_order_relaxed);
    r = atomic_load_explicit(&y, memory_order_relaxed);
    return arg;
}

static void *second(void *arg) {
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    int expected = 5;
    atomic_compare_exchange_strong_explicit(&other, &expected, 6, memory_order_relaxed, memory_order_relaxed);
    s = atomic_load_explicit(&x, memory_order_relaxed);
    return arg;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, first, 0);
    pthread_create(&u, 0, second, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 2 * r + s;
}
