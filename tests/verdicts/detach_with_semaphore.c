/* expect: safe */
/* a detached thread tells by a semaphore that it is done */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t done;
static int saved;
static void *save(void *u) { saved = 1; sem_post(&done); return 0; }

int main(void)
{
    pthread_t t;
    sem_init(&done, 0, 0);
    pthread_create(&t, 0, save, 0);
    pthread_detach(t);
    sem_wait(&done);
    assert(saved == 1);
    return 0;
}
