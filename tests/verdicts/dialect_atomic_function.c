/* expect: assert */
/* a function called __VERIFIER_atomic_ is one step, the test before it is not */
#include <pthread.h>
#include <assert.h>
int x, lock;
void __VERIFIER_assume(int);
void reach_error(void) {
    assert(0);
}

void __VERIFIER_atomic_acquire(void) {
    __VERIFIER_assume(lock == 0);
    lock = 1;
}

void __VERIFIER_atomic_release(void) {
    lock = 0;
}

void *t(void *a) {
    __VERIFIER_atomic_acquire();
    x++;
    __VERIFIER_atomic_release();
    if (x == 1) {
        __VERIFIER_atomic_acquire();
        if (x == 2) reach_error();
        __VERIFIER_atomic_release();
    }
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, t, 0);
    pthread_create(&b, 0, t, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
