/* expect: assert */
/* The error is inside of the atomic function, and needs no other thread there. */
#include <pthread.h>
void reach_error(void) { }
static int count;
void __VERIFIER_atomic_add(void) {
    count++;
    if (count == 2)
        reach_error();
}
static void *worker(void *u) { __VERIFIER_atomic_add(); return u; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    __VERIFIER_atomic_add();
    pthread_join(t, 0);
    return 0;
}
