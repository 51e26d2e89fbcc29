/* expect: safe */
/* atomic pointers and floats: ++, compound by exchange */
#include <stdatomic.h>
#include <pthread.h>
#include <assert.h>
static int a[4];
static _Atomic(int *) p = a;
static _Atomic double d;
static _Atomic short s;
static atomic_uintptr_t u;
static void *t(void *x) {
    int *q = p++;
    *q = 1;
    ++p;
    d += 0.5;
    s |= 1 << (long)x;
    atomic_fetch_xor(&u, 3);
    return 0;
}

int main(void) {
    pthread_t x, y;
    pthread_create(&x, 0, t, (void *)0);
    pthread_create(&y, 0, t, (void *)1);
    pthread_join(x, 0);
    pthread_join(y, 0);
    assert(p == a + 4 && d == 1.0 && s == 3 && u == 0);
    return 0;
}
