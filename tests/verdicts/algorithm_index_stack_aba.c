/* expect: assert */
/* stack of indices without a tag: ABA gives one slot to two threads */
#include <stdatomic.h>
#include <pthread.h>
#include <assert.h>
static int nxt[3] = {1, 2, -1};
static _Atomic int head;
static _Atomic int used[3];
static int pop(void) {
    int o = atomic_load(&head);
    while (o >= 0 && !atomic_compare_exchange_weak(&head, &o, nxt[o]));
    return o;
}

static void push(int i) {
    int o = atomic_load(&head);
    do nxt[i] = o;
    while (!atomic_compare_exchange_weak(&head, &o, i));
}

static void take(int i) {
    if (i >= 0) assert(atomic_fetch_add(&used[i], 1) == 0);
}

static void give(int i) {
    if (i >= 0) {
        atomic_fetch_sub(&used[i], 1);
        push(i);
    }
}

static void *a(void *x) {
    int i = pop();
    take(i);
    int j = pop();
    take(j);
    return 0;
}

static void *b(void *x) {
    int i = pop();
    take(i);
    int j = pop();
    take(j);
    give(i);
    int k = pop();
    take(k);
    return 0;
}

int main(void) {
    pthread_t p, q;
    pthread_create(&p, 0, a, 0);
    pthread_create(&q, 0, b, 0);
    pthread_join(p, 0);
    pthread_join(q, 0);
    return 0;
}
