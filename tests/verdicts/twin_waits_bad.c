/* expect: deadlock */
/* The thread that is joined first may be the one that waits for what comes after the join */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static atomic_int n;
static sem_t s;

static void *work(void *u)
{
    (void)u;
    if (atomic_fetch_add(&n, 1) > 0)
        sem_wait(&s);
    return 0;
}

int main(void)
{
    sem_init(&s, 0, 0);
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, work, 0);
    pthread_join(t[0], 0);
    sem_post(&s);
    pthread_join(t[1], 0);
    return 0;
}
