// expect: fail assertion
// The load is atomic and the store is atomic, the two together are not: both threads can load 0. That holds for
// `n = n + 1` on an atomic object as well.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int n;

static void *by_function(void *arg)
{
    (void)arg;
    int seen = atomic_load(&n);
    atomic_store(&n, seen + 1);
    return NULL;
}

static void *by_operator(void *arg)
{
    (void)arg;
    n = n + 1;
    return NULL;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, by_function, NULL);
    pthread_create(&b, NULL, by_operator, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(atomic_load(&n) == 2);
    return 0;
}
