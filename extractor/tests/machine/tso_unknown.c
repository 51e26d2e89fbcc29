// An input of a wide range is stored to a place to which a store of another thread waits: who waits reads its own store
// until that has left, and then never again after the input.
// ends: 0
// tso ends: 0
// tso obstacles: NotModelled
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int __VERIFIER_nondet_int(void);

atomic_int x;
int r, s;

static void *reads(void *arg) {
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    r = atomic_load_explicit(&x, memory_order_relaxed);
    s = atomic_load_explicit(&x, memory_order_relaxed);
    assert(r == 1 || s != 1);
    return arg;
}

static void *stores(void *arg) {
    atomic_store_explicit(&x, __VERIFIER_nondet_int(), memory_order_relaxed);
    return arg;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, reads, 0);
    pthread_create(&u, 0, stores, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
