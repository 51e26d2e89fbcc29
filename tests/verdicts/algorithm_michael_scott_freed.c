/* expect: memory */
/* Michael-Scott queue, dequeued dummies are freed at once */
#include <stdatomic.h>
#include <pthread.h>
#include <stdlib.h>
#include <stdbool.h>
#include <assert.h>
typedef struct node {
    int value;
    _Atomic(struct node *) next;
} node_t;
typedef struct {
    _Atomic(node_t *) head, tail;
} queue_t;
static queue_t q;
static node_t *new_node(int v) {
    node_t *n = malloc(sizeof *n);
    n->value = v;
    atomic_init(&n->next, NULL);
    return n;
}

static void enqueue(int v) {
    node_t *n = new_node(v), *t, *nx;
    for (;;) {
        t = atomic_load_explicit(&q.tail, memory_order_acquire);
        nx = atomic_load_explicit(&t->next, memory_order_acquire);
        if (t != atomic_load(&q.tail)) continue;
        if (nx) {
            atomic_compare_exchange_strong(&q.tail, &t, nx);
            continue;
        }
        if (atomic_compare_exchange_strong_explicit(&t->next, &nx, n, memory_order_release, memory_order_relaxed))
            break;
    }
    atomic_compare_exchange_strong(&q.tail, &t, n);
}

static bool dequeue(int *v) {
    for (;;) {
        node_t *h = atomic_load(&q.head), *t = atomic_load(&q.tail), *n = atomic_load(&h->next);
        if (h != atomic_load(&q.head)) continue;
        if (!n) return false;
        if (h == t) {
            atomic_compare_exchange_strong(&q.tail, &t, n);
            continue;
        }
        *v = n->value;
        if (atomic_compare_exchange_strong(&q.head, &h, n)) {
            free(h);
            return true;
        }
    }
}

static void *prod(void *a) {
    enqueue((int)(long)a);
    return NULL;
}

static void *cons(void *a) {
    int v;
    return dequeue(&v) ? (void *)(long)v : NULL;
}

int main(void) {
    node_t *d = new_node(0);
    atomic_init(&q.head, d);
    atomic_init(&q.tail, d);
    pthread_t a, b, c;
    void *r;
    pthread_create(&a, NULL, prod, (void *)1L);
    pthread_create(&b, NULL, prod, (void *)2L);
    pthread_create(&c, NULL, cons, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, &r);
    int v, sum = (int)(long)r;
    while (dequeue(&v)) sum += v;
    assert(sum == 3);
    return 0;
}
