/* expect: safe */
/* Test and test-and-set with the compiler's builtins. */
#include <assert.h>
#include <pthread.h>
static unsigned lock, n;
static void acquire(void) {
    do {
        while (__atomic_load_n(&lock, __ATOMIC_RELAXED))
            ;
    } while (__atomic_exchange_n(&lock, 1, __ATOMIC_ACQUIRE));
}
static void *adds(void *u) {
    acquire();
    n++;
    __atomic_store_n(&lock, 0, __ATOMIC_RELEASE);
    return u;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, adds, 0);
    pthread_create(&b, 0, adds, 0);
    adds(0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(n == 3);
    return 0;
}
