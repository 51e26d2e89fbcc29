/* expect: safe */
/* CBMC: recursive mutexes and a thread that joins its own child */
#include <pthread.h>
#include <assert.h>
int fib[6];
void *f(void *a) {
    long n = (long)a;
    if (n < 2) {
        fib[n] = (int)n;
        return (void *)n;
    }
    pthread_t l, r;
    void *x, *y;
    pthread_create(&l, 0, f, (void *)(n - 1));
    pthread_join(l, &x);
    pthread_create(&r, 0, f, (void *)(n - 2));
    pthread_join(r, &y);
    return (void *)((long)x + (long)y);
}

int main(void) {
    pthread_t t;
    void *r;
    pthread_create(&t, 0, f, (void *)5L);
    pthread_join(t, &r);
    assert((long)r == 5);
    return 0;
}
