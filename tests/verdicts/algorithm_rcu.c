/* expect: safe */
/* RCU with counters of readers in two phases */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <assert.h>
static _Atomic int phase, readers[2];
struct foo {
    int x, y;
};
static _Atomic(struct foo *) gp;
static int rcu_read_lock(void) {
    for (;;) {
        int p = phase;
        atomic_fetch_add(&readers[p], 1);
        if (p == phase) return p;
        atomic_fetch_sub(&readers[p], 1);
    }
}

static void rcu_read_unlock(int p) {
    atomic_fetch_sub(&readers[p], 1);
}

static void synchronize_rcu(void) {
    int p = phase;
    phase = !p;
    while (readers[p]) ;
}

static void *rd(void *a) {
    int p = rcu_read_lock();
    struct foo *f = gp;
    assert(f->x == f->y);
    rcu_read_unlock(p);
    return 0;
}

int main(void) {
    struct foo *f = malloc(sizeof *f);
    *f = (struct foo){1, 1};
    gp = f;
    pthread_t t[2];
    for (int i = 0; i < 2; i++) pthread_create(t + i, 0, rd, 0);
    struct foo *n = malloc(sizeof *n);
    *n = (struct foo){.y = 2, .x = 2};
    struct foo *o = atomic_exchange(&gp, n);
    synchronize_rcu();
    free(o);
    for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
    free(n);
    return 0;
}
