/* expect: safe */
/* test-and-test-and-set lock with atomic_flag and exchange */
#include <stdatomic.h>
#include <pthread.h>
#include <assert.h>
static atomic_flag f = ATOMIC_FLAG_INIT;
static atomic_bool tts;
static int x, y;
static void *t(void *p) {
    while (atomic_flag_test_and_set_explicit(&f, memory_order_acquire)) ;
    x++;
    atomic_flag_clear_explicit(&f, memory_order_release);
    do {
        while (atomic_load_explicit(&tts, memory_order_relaxed)) ;
    } while (atomic_exchange(&tts, 1));
    y++;
    atomic_store(&tts, 0);
    return 0;
}

int main(void) {
    pthread_t a, b, c;
    pthread_create(&a, 0, t, 0);
    pthread_create(&b, 0, t, 0);
    pthread_create(&c, 0, t, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    pthread_join(c, 0);
    assert(x == 3 && y == 3);
    return 0;
}
