// R: a store that is last in memory waits while its thread reads what was there before the other's.
// ends: 2 3 5
// tso ends: 2 3 4 5
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
int r;

static void *first(void *arg) {
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    return arg;
}

static void *second(void *arg) {
    atomic_store_explicit(&y, 2, memory_order_relaxed);
    r = atomic_load_explicit(&x, memory_order_relaxed);
    return arg;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, first, 0);
    pthread_create(&u, 0, second, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 2 * y + r;
}
