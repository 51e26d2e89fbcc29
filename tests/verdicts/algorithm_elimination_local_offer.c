/* expect: memory */
/* As algorithm_elimination_exchange, with an offer in a frame that is left before the partner has looked. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct offer { int mine; _Atomic(struct offer *) partner; };
static _Atomic(struct offer *) slot;

static int exchange(int mine) {
    struct offer own;
    own.mine = mine;
    atomic_init(&own.partner, NULL);
    struct offer *none = NULL;
    if (atomic_compare_exchange_strong(&slot, &none, &own)) {
        struct offer *other;
        while (!(other = own.partner))
            ;
        return other->mine;
    }
    none->partner = &own;
    return none->mine;
}

static void *first(void *result) {
    *(int *)result = exchange(1);
    return 0;
}

int main(void) {
    pthread_t t;
    int x = 0;
    pthread_create(&t, 0, first, &x);
    int y = exchange(2);
    pthread_join(t, 0);
    assert(x == 2 && y == 1);
    return 0;
}
