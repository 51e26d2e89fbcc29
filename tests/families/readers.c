/* One writer and N readers of an atomic. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *writer(void *u)
{
    atomic_store(&x, 42);
    return 0;
}

static void *reader(void *u)
{
    int value = atomic_load(&x);
    assert(value == 0 || value == 42);
    return 0;
}

int main(void)
{
    pthread_t t[N + 1];
    pthread_create(&t[N], 0, writer, 0);
    for (int i = 0; i < N; i++)
        pthread_create(&t[i], 0, reader, 0);
    for (int i = 0; i <= N; i++)
        pthread_join(t[i], 0);
    return 0;
}
