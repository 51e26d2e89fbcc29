/* expect: assert */
/* a thread publishes the address of its own local and waits until it was used */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t given, used;
static int *mail;

static void *owner(void *u)
{
    int box = 1;
    mail = &box;
    sem_post(&given);
    sem_wait(&used);
    assert(box == 1);
    return 0;
}

int main(void)
{
    pthread_t t;
    sem_init(&given, 0, 0);
    sem_init(&used, 0, 0);
    pthread_create(&t, 0, owner, 0);
    sem_wait(&given);
    *mail = 2;
    sem_post(&used);
    pthread_join(t, 0);
    return 0;
}
