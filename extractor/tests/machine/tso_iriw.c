// Independent reads of independent writes (IRIW): two readers do not see the writes in different order.
// ends: 0 1 2 3 4 5 6 7 8 9 11 12 13 14 15
// tso ends: 0 1 2 3 4 5 6 7 8 9 11 12 13 14 15
// tso is large
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
int r[4];

static void *write_x(void *arg) {
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    return arg;
}

static void *write_y(void *arg) {
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    return arg;
}

static void *read_x(void *arg) {
    r[0] = atomic_load_explicit(&x, memory_order_relaxed);
    r[1] = atomic_load_explicit(&y, memory_order_relaxed);
    return arg;
}

static void *read_y(void *arg) {
    r[2] = atomic_load_explicit(&y, memory_order_relaxed);
    r[3] = atomic_load_explicit(&x, memory_order_relaxed);
    return arg;
}

int main(void) {
    pthread_t t[4];
    pthread_create(&t[0], 0, write_x, 0);
    pthread_create(&t[1], 0, write_y, 0);
    pthread_create(&t[2], 0, read_x, 0);
    pthread_create(&t[3], 0, read_y, 0);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], 0);
    return 8 * r[0] + 4 * r[1] + 2 * r[2] + r[3];
}
