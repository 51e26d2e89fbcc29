/* expect: safe */
/* A loop in an atomic function. */
#include <pthread.h>
void reach_error(void) { }
static int count;
void __VERIFIER_atomic_add(void) {
    for (int i = 0; i < 3; i++)
        count++;
}
static void *worker(void *u) { __VERIFIER_atomic_add(); return u; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    __VERIFIER_atomic_add();
    pthread_join(t, 0);
    if (count != 6)
        reach_error();
    return 0;
}
