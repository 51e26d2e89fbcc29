/* expect: safe */
/* hazard pointers by hand: publish, look again, free only what nobody points to */
#include <stdatomic.h>
#include <pthread.h>
#include <stdlib.h>
#include <assert.h>
struct cfg {
    int a, b;
};
static _Atomic(struct cfg *) cur;
static _Atomic(struct cfg *) hp[2];
static struct cfg *mk(int x) {
    struct cfg *c = malloc(sizeof *c);
    c->a = x;
    c->b = -x;
    return c;
}

static void *reader(void *arg) {
    long me = (long)arg;
    struct cfg *c;
    do {
        c = atomic_load(&cur);
        atomic_store(&hp[me], c);
    } while (c != atomic_load(&cur));
    assert(c->a + c->b == 0);
    atomic_store(&hp[me], NULL);
    return 0;
}

static void *writer(void *arg) {
    struct cfg *n = mk(2), *old = atomic_exchange(&cur, n);
    for (int i = 0; i < 2; i++) while (atomic_load(&hp[i]) == old) ;
    free(old);
    return 0;
}

int main(void) {
    cur = mk(1);
    pthread_t r[2], w;
    for (long i = 0; i < 2; i++) pthread_create(&r[i], 0, reader, (void *)i);
    pthread_create(&w, 0, writer, 0);
    for (int i = 0; i < 2; i++) pthread_join(r[i], 0);
    pthread_join(w, 0);
    free(cur);
    return 0;
}
