// A store to an object that is freed while the store waits, and a new object at its place.
// ends: 2
// tso ends: 2
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

_Atomic(int *) shown;
atomic_int x;

static void *other(void *arg) {
    int *p = atomic_load_explicit(&shown, memory_order_relaxed);
    atomic_store_explicit(&x, p != 0, memory_order_relaxed);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, other, 0);
    int *p = malloc(sizeof *p);
    atomic_store_explicit(&shown, p, memory_order_relaxed);
    *p = 1;
    free(p);
    int *q = malloc(sizeof *q);
    *q = 2;
    atomic_store_explicit(&shown, q, memory_order_relaxed);
    int end = *q;
    pthread_join(t, 0);
    end += *q - 2;
    free(q);
    return end;
}
