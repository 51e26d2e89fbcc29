/* expect: safe */
/* Treiber stack that leaks what was popped */
#include <stdatomic.h>
#include <pthread.h>
#include <stdlib.h>
#include <assert.h>
struct node {
    int v;
    struct node *next;
};
static _Atomic(struct node *) top;
static void push(int v) {
    struct node *n = malloc(sizeof *n);
    n->v = v;
    n->next = atomic_load(&top);
    while (!atomic_compare_exchange_weak(&top, &n->next, n));
}

static int pop(void) {
    struct node *t = atomic_load(&top);
    while (t && !atomic_compare_exchange_weak(&top, &t, t->next));
    if (!t) return -1;
    int v = t->v;
    return v;
}

static void *w(void *a) {
    push(1);
    pop();
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, w, 0);
    pthread_create(&b, 0, w, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(!atomic_load(&top));
    return 0;
}
