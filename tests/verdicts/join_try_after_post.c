/* expect: assert */
/* the thread that posted need not have ended */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t s;

static void *worker(void *u)
{
    sem_post(&s);
    return 0;
}

int main(void)
{
    pthread_t t;
    sem_init(&s, 0, 0);
    pthread_create(&t, 0, worker, 0);
    sem_wait(&s);
    assert(pthread_tryjoin_np(t, 0) == 0);
    return 0;
}
