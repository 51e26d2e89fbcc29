/* expect: safe */
/* a semaphore puts the consumer behind the producer */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t items;
static int slot;

static void *produce(void *u)
{
    slot = 8;
    sem_post(&items);
    return 0;
}

int main(void)
{
    pthread_t t;
    sem_init(&items, 0, 0);
    pthread_create(&t, 0, produce, 0);
    sem_wait(&items);
    assert(slot == 8);
    pthread_join(t, 0);
    return 0;
}
