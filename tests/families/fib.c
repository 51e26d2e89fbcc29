/* Two threads that add to each other's number K times (fib_bench of SV-COMP): neither gets beyond Fibonacci's. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int i = 1, j = 1;

static void *first(void *u)
{
    for (int n = 0; n < K; n++)
        i = i + j;
    return u;
}

static void *second(void *u)
{
    for (int n = 0; n < K; n++)
        j = j + i;
    return u;
}

int main(void)
{
    pthread_t a, b;
    int last = 1, before = 1;
    for (int n = 0; n < 2 * K; n++) {
        int next = last + before;
        before = last;
        last = next;
    }
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    assert(i <= last && j <= last);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(i <= last && j <= last);
    return 0;
}
