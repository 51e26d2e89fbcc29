// expect: pass
// Each thread gets the address of its own element of `ids`, which nobody changes afterwards, and writes to its own
// element of `seen`.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#define THREADS 3

static int ids[THREADS];
static int seen[THREADS];

static void *worker(void *arg)
{
    int id = *(int *)arg;

    seen[id] = id + 1;
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];

    for (int i = 0; i < THREADS; i++) {
        ids[i] = i;
        pthread_create(&threads[i], NULL, worker, &ids[i]);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < THREADS; i++)
        assert(seen[i] == i + 1);
    return 0;
}
