// A thread reads its own store before others do (n6 and SB with forwarding).
// ends: 13 14 15
// tso ends: 12 13 14 15
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
int a, b, r, s;

static void *first(void *arg) {
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    a = atomic_load_explicit(&x, memory_order_relaxed);
    r = atomic_load_explicit(&y, memory_order_relaxed);
    return arg;
}

static void *second(void *arg) {
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    b = atomic_load_explicit(&y, memory_order_relaxed);
    s = atomic_load_explicit(&x, memory_order_relaxed);
    return arg;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, first, 0);
    pthread_create(&u, 0, second, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 8 * a + 4 * b + 2 * r + s;
}
