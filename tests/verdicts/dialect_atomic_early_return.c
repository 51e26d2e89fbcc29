/* expect: safe */
/* An atomic function with two ways out. */
#include <pthread.h>
void reach_error(void) { }
static int taken, owner;
int __VERIFIER_atomic_try(int who) {
    if (taken)
        return 0;
    taken = 1;
    owner = who;
    return 1;
}
static void *worker(void *u) {
    if (__VERIFIER_atomic_try(1)) {
        if (owner != 1)
            reach_error();
    }
    return u;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    if (__VERIFIER_atomic_try(2)) {
        if (owner != 2)
            reach_error();
    }
    pthread_join(t, 0);
    return 0;
}
