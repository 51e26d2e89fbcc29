// What is read in part from the buffer is read when that has left: the wide read is no way around the buffer, and
// after it the store was seen.
// ends: 1 2 3
// tso ends: 1 2 3
#include <pthread.h>
#include <stdatomic.h>

union {
    char part;
    int whole;
} x;
atomic_int y;
int r, s;

static void *first(void *arg) {
    x.part = 1;
    if (x.whole == 1)
        r = y;
    return arg;
}

static void *second(void *arg) {
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    s = atomic_exchange(&y, 1) * 0 + x.part;
    return arg;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, first, 0);
    pthread_create(&u, 0, second, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 2 * r + s;
}
