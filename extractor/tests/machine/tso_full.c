// More stores wait than the buffer holds: not all runs are searched, and that is said.
// ends: 0 1 2 3 4 5 6 7 8 9 10
// tso ends: 0 1 2 3 4 5 6 7 8 9 10
// tso obstacles: NotModelled
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;

static void *work(void *arg) {
    for (int i = 1; i <= 10; i++)
        atomic_store_explicit(&x, i, memory_order_relaxed);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    int seen = x;
    pthread_join(t, 0);
    return seen;
}
