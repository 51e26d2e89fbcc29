// expect: pass
// No thread adds up before all have written their part, because the barrier is in between. One of the threads, and only
// one, is told that it is the serial one.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#define THREADS 2

static pthread_barrier_t barrier;
static int parts[THREADS];
static int rounds;

static void *worker(void *arg)
{
    int me = (int)(long)arg;

    parts[me] = me + 1;
    if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD)
        rounds++;
    assert(parts[0] + parts[1] == 3);
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];

    pthread_barrier_init(&barrier, NULL, THREADS);
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, worker, (void *)(long)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    pthread_barrier_destroy(&barrier);
    assert(rounds == 1);
    return 0;
}
