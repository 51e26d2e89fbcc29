/* expect: safe */
/* Anderson's queue lock: each waits at a slot of its own. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define SLOTS 2
static atomic_uint next_slot;
static atomic_int may_go[SLOTS] = {1};
static int shared;

static unsigned lock(void) {
    unsigned mine = atomic_fetch_add(&next_slot, 1) % SLOTS;
    while (!may_go[mine])
        ;
    may_go[mine] = 0;
    return mine;
}

static void unlock(unsigned mine) { may_go[(mine + 1) % SLOTS] = 1; }

static void *worker(void *unused) {
    for (int i = 0; i < 2; i++) {
        unsigned mine = lock();
        shared++;
        unlock(mine);
    }
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    worker(0);
    pthread_join(t, 0);
    assert(shared == 4);
    return 0;
}
