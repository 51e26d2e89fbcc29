/* expect: safe */
/* what was written before sem_post is read after sem_wait */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t ready;
static int data[2];

static void *fill(void *u)
{
    data[0] = 3;
    data[1] = 4;
    sem_post(&ready);
    return 0;
}

int main(void)
{
    pthread_t t;
    sem_init(&ready, 0, 0);
    pthread_create(&t, 0, fill, 0);
    sem_wait(&ready);
    assert(data[0] + data[1] == 7);
    pthread_join(t, 0);
    return 0;
}
