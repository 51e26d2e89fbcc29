/* expect: safe */
/* MCS lock with nodes on the stacks of the threads */
#include <stdatomic.h>
#include <pthread.h>
#include <assert.h>
#include <stdbool.h>
typedef struct qn {
    _Atomic(struct qn *) next;
    atomic_bool locked;
} qn;
static _Atomic(qn *) tail;
static int cs, n;
static void lock(qn *me) {
    me->next = NULL;
    me->locked = true;
    qn *p = atomic_exchange(&tail, me);
    if (p) {
        p->next = me;
        while (me->locked) ;
    }
}

static void unlock(qn *me) {
    if (!me->next) {
        qn *e = me;
        if (atomic_compare_exchange_strong(&tail, &e, NULL)) return;
        while (!me->next) ;
    }
    atomic_load(&me->next)->locked = false;
}

static void *t(void *x) {
    qn me;
    lock(&me);
    assert(cs++ == 0);
    n++;
    cs--;
    unlock(&me);
    return 0;
}

int main(void) {
    pthread_t p[3];
    for (int i = 0; i < 3; i++) pthread_create(&p[i], 0, t, 0);
    for (int i = 0; i < 3; i++) pthread_join(p[i], 0);
    assert(n == 3);
    return 0;
}
