/* expect: safe */
/* the result of one thread is read while another one runs */
#include <assert.h>
#include <pthread.h>

static int results[2];

static void *worker(void *index)
{
    int *mine = index;
    for (int i = 0; i < 3; i++)
        (*mine)++;
    return 0;
}

int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, worker, &results[i]);
    for (int i = 0; i < 2; i++) {
        pthread_join(t[i], 0);
        assert(results[i] == 3);
    }
    return 0;
}
