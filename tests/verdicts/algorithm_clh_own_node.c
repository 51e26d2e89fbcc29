/* expect: not safe */
/* CLH lock: each spins on the node before, and goes on with its own */
#include <stdatomic.h>
#include <pthread.h>
#include <stdlib.h>
#include <assert.h>
struct n {
    atomic_int busy;
};
static _Atomic(struct n *) tail;
static int x;
static void *t(void *arg) {
    struct n *me = malloc(sizeof *me);
    for (int i = 0; i < 2; i++) {
        atomic_store(&me->busy, 1);
        struct n *p = atomic_exchange(&tail, me);
        while (atomic_load(&p->busy)) ;
        x++;
        atomic_store(&me->busy, 0);
    }
    free(me);
    return 0;
}

int main(void) {
    tail = malloc(sizeof(struct n));
    tail->busy = 0;
    pthread_t a, b;
    pthread_create(&a, 0, t, 0);
    pthread_create(&b, 0, t, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == 4);
    free(tail);
    return 0;
}
