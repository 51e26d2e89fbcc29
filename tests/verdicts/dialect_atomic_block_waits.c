/* expect: safe */
/* An atomic function that assumes what another thread does: runs where it does not hold are not looked at. */
#include <pthread.h>
void reach_error(void) { }
extern void __VERIFIER_assume(int);
static int lock, inside;
void __VERIFIER_atomic_acquire(void) {
    __VERIFIER_assume(lock == 0);
    lock = 1;
}
void __VERIFIER_atomic_release(void) {
    __VERIFIER_assume(lock == 1);
    lock = 0;
}
static void *worker(void *u) {
    __VERIFIER_atomic_acquire();
    inside = 1;
    if (inside != 1)
        reach_error();
    inside = 0;
    __VERIFIER_atomic_release();
    return u;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    worker(0);
    pthread_join(t, 0);
    return 0;
}
