/* expect: assert */
/* The name is not one of those that mean an atomic function. */
#include <pthread.h>
void reach_error(void) { }
static int count;
void verifier_atomic_add(void) { count = count + 1; }
static void *worker(void *u) { verifier_atomic_add(); return u; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    verifier_atomic_add();
    pthread_join(t, 0);
    if (count != 2)
        reach_error();
    return 0;
}
