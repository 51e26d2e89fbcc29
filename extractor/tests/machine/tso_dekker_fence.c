// Dekker's algorithm with fences.
// ends: 0
// tso ends: 0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int inside;
atomic_int wants[2], turn;

static void *work(void *arg) {
    int own = (int)(long)arg, other = 1 - own;
    atomic_store_explicit(&wants[own], 1, memory_order_relaxed);
    atomic_thread_fence(memory_order_seq_cst);
    while (atomic_load_explicit(&wants[other], memory_order_relaxed)) {
        if (atomic_load_explicit(&turn, memory_order_relaxed) != own) {
            atomic_store_explicit(&wants[own], 0, memory_order_relaxed);
            while (atomic_load_explicit(&turn, memory_order_relaxed) != own)
                ;
            atomic_store_explicit(&wants[own], 1, memory_order_relaxed);
            atomic_thread_fence(memory_order_seq_cst);
        }
    }
    inside++;
    assert(inside == 1);
    inside--;
    atomic_store_explicit(&turn, other, memory_order_relaxed);
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
