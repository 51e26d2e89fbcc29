/* expect: assert */
/* a thread that detaches itself still writes while main looks */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t started;
static int phase;

static void *run(void *u)
{
    pthread_detach(pthread_self());
    phase = 1;
    sem_post(&started);
    phase = 2;
    return 0;
}

int main(void)
{
    pthread_t t;
    sem_init(&started, 0, 0);
    pthread_create(&t, 0, run, 0);
    sem_wait(&started);
    assert(phase == 1);
    return 0;
}
