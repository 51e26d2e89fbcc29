// expect: pass
// options: --terminates
// Each thread raises the maximum with compare-and-exchange and looks again when another thread was faster. The stored
// value only grows, so that the largest stays. A retry happens only when the other thread has stored, which it does at
// most once: both threads end.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int maximum;

static void raise_to(int value)
{
    int seen = atomic_load(&maximum);

    while (seen < value) {
        if (atomic_compare_exchange_strong(&maximum, &seen, value))
            break;
    }
}

static void *reporter(void *arg)
{
    raise_to((int)(long)arg);
    return NULL;
}

int main(void)
{
    static const int values[2] = { 7, 4 };
    pthread_t threads[2];

    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, reporter, (void *)(long)values[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    assert(atomic_load(&maximum) == 7);
    return 0;
}
