// expect: fail assertion
// The lock is looked at with one builtin and taken with another. Both threads can find it free before either takes it,
// and then both are inside.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int locked;
static int inside;

static void *worker(void *arg)
{
    (void)arg;
    while (__atomic_load_n(&locked, __ATOMIC_SEQ_CST))
        ;
    __atomic_store_n(&locked, 1, __ATOMIC_SEQ_CST);
    assert(__sync_add_and_fetch(&inside, 1) == 1);
    __sync_sub_and_fetch(&inside, 1);
    __atomic_store_n(&locked, 0, __ATOMIC_SEQ_CST);
    return NULL;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
