/* expect: safe */
/* _Atomic struct of 8 bytes by CAS */
#include <stdatomic.h>
#include <pthread.h>
#include <assert.h>
typedef struct {
    int a, b;
} P;
static _Atomic P p;
static void *t(void *x) {
    P o = atomic_load(&p), n;
    do {
        n.a = o.a + 1;
        n.b = o.b - 1;
    } while (!atomic_compare_exchange_weak(&p, &o, n));
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, t, 0);
    pthread_create(&b, 0, t, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    P r = p;
    assert(r.a == 2 && r.b == -2);
    return 0;
}
