/* expect: safe */
/* _Atomic struct of 16 bytes: pointer with a counter */
#include <stdatomic.h>
#include <pthread.h>
#include <stdlib.h>
#include <assert.h>
struct n {
    struct n *next;
};
typedef struct {
    struct n *p;
    unsigned long c;
} T;
static _Atomic T top;
static struct n pool[2];
static void push(struct n *x) {
    T o = atomic_load(&top), w;
    do {
        x->next = o.p;
        w = (T){x, o.c + 1};
    } while (!atomic_compare_exchange_strong(&top, &o, w));
}

static void *t(void *x) {
    push(x);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, t, &pool[0]);
    pthread_create(&b, 0, t, &pool[1]);
    pthread_join(a, 0);
    pthread_join(b, 0);
    T o = top;
    int n = 0;
    for (struct n *q = o.p; q; q = q->next) n++;
    assert(n == 2 && o.c == 2);
    return 0;
}
