// Threads that are alike: each finds that nobody was there, or not.
// ends: 1 2 3
// tso ends: 0 1 2 3
#include <pthread.h>
#include <stdatomic.h>

atomic_int tickets, x[2];
int r[2];

static void *work(void *arg) {
    int own = atomic_fetch_add(&tickets, 1);
    atomic_store_explicit(&x[own], 1, memory_order_relaxed);
    r[own] = atomic_load_explicit(&x[1 - own], memory_order_relaxed);
    return arg;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, work, 0);
    pthread_create(&u, 0, work, 0);
    pthread_join(u, 0);
    pthread_join(t, 0);
    return 2 * r[0] + r[1];
}
