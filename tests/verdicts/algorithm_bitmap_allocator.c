/* expect: safe */
/* Slots are given out by bits of a word. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint used;
static atomic_int owner[3];

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

static void give(int slot) { atomic_fetch_and(&used, ~(1u << slot)); }

static void *worker(void *unused) {
    for (int i = 0; i < 2; i++) {
        int slot = take();
        assert(slot >= 0 && slot < 2);
        int before = atomic_exchange(&owner[slot], 1);
        assert(before == 0);
        owner[slot] = 0;
        give(slot);
    }
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
