/* expect: safe */
/* GenMC: IRIW with sequentially consistent accesses */
#include <stdatomic.h>
#include <pthread.h>
#include <assert.h>
atomic_int x, y;
int a, b, c, d;
void *w1(void *p) {
    atomic_store(&x, 1);
    return 0;
}

void *w2(void *p) {
    atomic_store(&y, 1);
    return 0;
}

void *r1(void *p) {
    a = atomic_load(&x);
    b = atomic_load(&y);
    return 0;
}

void *r2(void *p) {
    c = atomic_load(&y);
    d = atomic_load(&x);
    return 0;
}

int main(void) {
    pthread_t t[4];
    void *(*f[])(void *) = {w1, w2, r1, r2};
    for (int i = 0; i < 4; i++) if (pthread_create(&t[i], 0, f[i], 0)) return 1;
    for (int i = 0; i < 4; i++) pthread_join(t[i], 0);
    assert(!(a == 1 && b == 0 && c == 1 && d == 0));
    return 0;
}
