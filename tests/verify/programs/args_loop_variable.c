// expect: fail assertion
// All threads get the address of main's loop variable. The first thread may read it after main has counted on, and both
// then work on the second slot, or on none.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int done[3];

static void *worker(void *arg)
{
    int me = *(int *)arg;

    done[me] = 1;
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    int i;

    for (i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, worker, &i);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    assert(done[0] && done[1]);
    return 0;
}
