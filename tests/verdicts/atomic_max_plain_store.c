/* expect: assert */
/* As atomic_max; it is tested and stored in two steps. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int largest;
static void saw(int value) {
    if (largest < value)
        largest = value;
}
static void *other(void *u) { saw(7); return u; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, other, 0);
    saw(5);
    pthread_join(t, 0);
    assert(largest == 7);
    return 0;
}
