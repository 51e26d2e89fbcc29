/* expect: assert */
/* As algorithm_anderson_lock for three threads and two slots: two of them wait at the same one, and both go. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define SLOTS 2
static atomic_uint next_slot;
static atomic_int may_go[SLOTS] = {1};
static atomic_int inside;

static unsigned lock(void) {
    unsigned mine = atomic_fetch_add(&next_slot, 1) % SLOTS;
    while (!may_go[mine])
        ;
    may_go[mine] = 0;
    return mine;
}

static void unlock(unsigned mine) { may_go[(mine + 1) % SLOTS] = 1; }

static void *worker(void *unused) {
    unsigned mine = lock();
    inside++;
    assert(inside == 1);
    inside--;
    unlock(mine);
    return unused;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, worker, 0);
    pthread_create(&u, 0, worker, 0);
    worker(0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
