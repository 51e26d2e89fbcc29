// Nothing waits when a thread starts, ends or was joined.
// ends: 7
// tso ends: 7
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y, z;
int seen;

static void *third(void *arg) {
    seen = atomic_load_explicit(&y, memory_order_relaxed);
    return arg;
}

static void *second(void *arg) {
    pthread_t t;
    int before = atomic_load_explicit(&x, memory_order_relaxed);
    atomic_store_explicit(&y, before, memory_order_relaxed);
    pthread_create(&t, 0, third, 0);
    pthread_join(t, 0);
    atomic_store_explicit(&z, 4, memory_order_relaxed);
    return arg;
}

int main(void) {
    pthread_t t;
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    pthread_create(&t, 0, second, 0);
    pthread_join(t, 0);
    return z + 2 * seen + x;
}
