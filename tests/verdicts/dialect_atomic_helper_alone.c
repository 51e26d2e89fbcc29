/* expect: assert */
/* As dialect_atomic_helper; one caller goes around the atomic function. */
#include <pthread.h>
void reach_error(void) { }
static int x, y;
static void both(int v) {
    x = v;
    y = v;
}
void __VERIFIER_atomic_set(int v) { both(v); }
int __VERIFIER_atomic_same(void) { return x == y; }
static void *worker(void *u) { both(1); return u; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    if (!__VERIFIER_atomic_same())
        reach_error();
    pthread_join(t, 0);
    return 0;
}
