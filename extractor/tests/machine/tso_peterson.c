// Peterson's algorithm without fences: both threads come in.
// ends: 0
// tso ends: -1 0
// tso fails: Assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int inside;
atomic_int wants[2], turn;

static void *work(void *arg) {
    int own = (int)(long)arg;
    atomic_store_explicit(&wants[own], 1, memory_order_relaxed);
    atomic_store_explicit(&turn, 1 - own, memory_order_relaxed);
    while (atomic_load_explicit(&wants[1 - own], memory_order_relaxed) &&
           atomic_load_explicit(&turn, memory_order_relaxed) == 1 - own)
        ;
    inside++;
    assert(inside == 1);
    inside--;
    atomic_store_explicit(&wants[own], 0, memory_order_release);
    return 0;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, work, (void *)0);
    pthread_create(&u, 0, work, (void *)1);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return inside;
}
