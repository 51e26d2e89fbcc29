/* expect: safe */
/* Lamport's queue with size_t positions and atomics */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdbool.h>
#define CAP 2
struct q {
    _Atomic size_t head, tail;
    int buf[CAP];
};
static bool push(struct q *q, int v) {
    size_t t = atomic_load_explicit(&q->tail, memory_order_relaxed);
    if (t - atomic_load_explicit(&q->head, memory_order_acquire) == CAP) return false;
    q->buf[t % CAP] = v;
    atomic_store_explicit(&q->tail, t + 1, memory_order_release);
    return true;
}

static bool pop(struct q *q, int *v) {
    size_t h = atomic_load_explicit(&q->head, memory_order_relaxed);
    if (h == atomic_load_explicit(&q->tail, memory_order_acquire)) return false;
    *v = q->buf[h % CAP];
    atomic_store_explicit(&q->head, h + 1, memory_order_release);
    return true;
}

static void *consume(void *arg) {
    struct q *q = arg;
    for (int want = 0; want < 4;) {
        int v;
        if (pop(q, &v)) {
            assert(v == want);
            want++;
        }
    }
    return NULL;
}

int main(void) {
    struct q q = {.head = (size_t)-2, .tail = (size_t)-2};
    pthread_t t;
    pthread_create(&t, NULL, consume, &q);
    for (int i = 0; i < 4;) if (push(&q, i)) i++;
    pthread_join(t, NULL);
    return 0;
}
