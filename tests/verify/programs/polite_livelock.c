// expect: fail termination
// options: --terminates
// Dekker's algorithm without the turn. Both raise their flags, both see it, both lower and raise them again, in step,
// for ever. Both threads move all the time, so that fairness does not help. Mutual exclusion holds.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int wants[2];
static int inside;

static void *worker(void *arg)
{
    int me = (int)(long)arg;
    int other = 1 - me;

    atomic_store(&wants[me], 1);
    while (atomic_load(&wants[other])) {
        atomic_store(&wants[me], 0);
        atomic_store(&wants[me], 1);
    }
    inside++;
    assert(inside == 1);
    inside--;
    atomic_store(&wants[me], 0);
    return NULL;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, worker, (void *)(long)0);
    pthread_create(&b, NULL, worker, (void *)(long)1);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
