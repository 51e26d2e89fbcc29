/* expect: safe */
/* Two threads meet at a slot: one leaves its item there, the other takes it and leaves its own. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct offer { int mine; _Atomic(struct offer *) partner; };
static _Atomic(struct offer *) slot;

static int exchange(struct offer *own) {
    struct offer *none = NULL;
    if (atomic_compare_exchange_strong(&slot, &none, own)) {
        struct offer *other;
        while (!(other = own->partner))
            ;
        return other->mine;
    }
    none->partner = own;
    return none->mine;
}

static void *first(void *result) {
    static struct offer a = {1};
    *(int *)result = exchange(&a);
    return 0;
}

int main(void) {
    pthread_t t;
    static struct offer b = {2};
    int x = 0;
    pthread_create(&t, 0, first, &x);
    int y = exchange(&b);
    pthread_join(t, 0);
    assert(x == 2 && y == 1);
    return 0;
}
