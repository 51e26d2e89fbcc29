/* expect: safe */
/* Treiber stack of indices with a tag against ABA, packed in 64 bits */
#include <stdatomic.h>
#include <pthread.h>
#include <stdint.h>
#include <assert.h>
#define NIL 0xffffffffu
static struct {
    uint32_t next;
    int in;
} pool[3];
static _Atomic uint64_t head = NIL, freelist;
static uint64_t mk(uint32_t i, uint32_t t) {
    return (uint64_t)t << 32 | i;
}

static uint32_t pop(_Atomic uint64_t *h) {
    uint64_t o = atomic_load(h), n;
    uint32_t i;
    do {
        i = (uint32_t)o;
        if (i == NIL) return NIL;
        n = mk(__atomic_load_n(&pool[i].next, __ATOMIC_RELAXED), (o >> 32) + 1);
    } while (!atomic_compare_exchange_weak(h, &o, n));
    return i;
}

static void push(_Atomic uint64_t *h, uint32_t i) {
    uint64_t o = atomic_load(h), n;
    do {
        __atomic_store_n(&pool[i].next, (uint32_t)o, __ATOMIC_RELAXED);
        n = mk(i, (o >> 32) + 1);
    } while (!atomic_compare_exchange_weak(h, &o, n));
}

static void *w(void *a) {
    for (int k = 0; k < 1; k++) {
        uint32_t i = pop(&freelist);
        if (i == NIL) continue;
        assert(!pool[i].in);
        pool[i].in = 1;
        pool[i].in = 0;
        push(&freelist, i);
    }
    return 0;
}

int main(void) {
    for (int i = 0; i < 3; i++) pool[i].next = i < 2 ? i + 1 : NIL;
    freelist = 0;
    pthread_t t[2];
    for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, w, 0);
    w(0);
    for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
    return 0;
}
