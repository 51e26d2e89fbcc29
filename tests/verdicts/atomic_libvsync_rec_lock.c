/* expect: assert */
/* A recursive lock by hand: the owner is cleared after the lock is dropped. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int lock, owner, inside;
static int depth[3];
static void acquire(int me) {
    if (owner == me) {
        depth[me]++;
        return;
    }
    while (atomic_exchange(&lock, 1))
        ;
    owner = me;
    depth[me] = 1;
}
static void release(int me) {
    if (--depth[me] == 0) {
        lock = 0;
        owner = 0;
    }
}
static void works(int me) {
    acquire(me);
    acquire(me);
    int now = ++inside;
    assert(now == 1);
    inside--;
    release(me);
    assert(owner == me);
    release(me);
}
static void *other(void *u) { works(2); return u; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, other, 0);
    works(1);
    pthread_join(t, 0);
    return 0;
}
