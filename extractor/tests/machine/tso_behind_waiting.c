// A store waits because another thread reads there; that ends, and the next store is nothing that others can see. It
// waits behind the first all the same.
// ends: 2
// tso ends: 2
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;
int r, s;

static void *reads(void *arg) {
    s = atomic_load_explicit(&x, memory_order_relaxed);
    return arg;
}

static void *stores(void *arg) {
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    atomic_store_explicit(&x, 2, memory_order_relaxed);
    r = atomic_load_explicit(&x, memory_order_relaxed);
    return arg;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, reads, 0);
    pthread_create(&u, 0, stores, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return r;
}
