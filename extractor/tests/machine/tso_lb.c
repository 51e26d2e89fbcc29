// Load buffering (LB): nobody reads what was not written yet.
// ends: 0 1 2
// tso ends: 0 1 2
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
int r, s;

static void *first(void *arg) {
    r = atomic_load_explicit(&x, memory_order_relaxed);
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    return arg;
}

static void *second(void *arg) {
    s = atomic_load_explicit(&y, memory_order_relaxed);
    atomic_store_explicit(&x, 1, memory_order_relaxed);
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
