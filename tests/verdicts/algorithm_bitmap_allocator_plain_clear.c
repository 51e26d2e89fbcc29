/* expect: assert */
/* As algorithm_bitmap_allocator; a slot is given back by a load and a store. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint used;

static int take(void) {
    unsigned old = used;
    for (;;) {
        int slot = __builtin_ctz(~old);
        if (slot >= 3)
            return -1;
        if (atomic_compare_exchange_strong(&used, &old, old | 1u << slot))
            return slot;
    }
}

static void give(int slot) { used = used & ~(1u << slot); }

static void *worker(void *unused) {
    int slot = take();
    give(slot);
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    worker(0);
    pthread_join(t, 0);
    assert(used == 0);
    return 0;
}
