/* expect: safe */
/* The largest of what several threads saw, by compare and exchange. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int largest;
static void saw(int value) {
    int old = largest;
    while (old < value && !atomic_compare_exchange_weak(&largest, &old, value))
        ;
}
static void *other(void *u) { saw(3); saw(7); return u; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, other, 0);
    saw(5);
    saw(4);
    pthread_join(t, 0);
    assert(largest == 7);
    return 0;
}
