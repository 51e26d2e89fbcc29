/* expect: assert */
/* the result of a thread is read after another one was joined */
#include <assert.h>
#include <pthread.h>

static int results[2];

static void *worker(void *index)
{
    int *mine = index;
    *mine = 1;
    return 0;
}

int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, worker, &results[i]);
    pthread_join(t[0], 0);
    assert(results[1] == 1);
    pthread_join(t[1], 0);
    return 0;
}
