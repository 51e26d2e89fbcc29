/* expect: safe */
/* seqlock with atomics for the data */
#include <stdatomic.h>
#include <pthread.h>
#include <assert.h>
static atomic_uint seq;
static atomic_int a, b;
static void *w(void *x) {
    for (int i = 1; i <= 2; i++) {
        atomic_fetch_add_explicit(&seq, 1, memory_order_acquire);
        atomic_store_explicit(&a, i, memory_order_relaxed);
        atomic_store_explicit(&b, i, memory_order_relaxed);
        atomic_fetch_add_explicit(&seq, 1, memory_order_release);
    }
    return 0;
}

static void *r(void *x) {
    unsigned s;
    int p, q;
    do {
        while ((s = atomic_load(&seq)) & 1) ;
        p = a;
        q = b;
        atomic_thread_fence(memory_order_acquire);
    } while (s != atomic_load(&seq));
    assert(p == q);
    return 0;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, w, 0);
    pthread_create(&u, 0, r, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
