// expect: pass
// __sync_bool_compare_and_swap stores only if nobody else has stored since the load, so that no addition is lost; and
// __atomic_add_fetch tells exactly one thread that it is the second.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int sum, finished, closed_by;

static void add(int n)
{
    int seen;

    do
        seen = __atomic_load_n(&sum, __ATOMIC_SEQ_CST);
    while (!__sync_bool_compare_and_swap(&sum, seen, seen + n));
}

static void *worker(void *arg)
{
    int me = (int)(long)arg;

    add(me);
    if (__atomic_add_fetch(&finished, 1, __ATOMIC_SEQ_CST) == 2) {
        assert(closed_by == 0);
        closed_by = me;
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[2];

    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, worker, (void *)(long)(i + 1));
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    assert(sum == 3);
    assert(closed_by == 1 || closed_by == 2);
    return 0;
}
