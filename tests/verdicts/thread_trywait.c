/* expect: assert */
/* the result of sem_trywait is turned around */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t items;
static int slot;
static void *fill(void *u) { slot = 1; sem_post(&items); return 0; }

int main(void)
{
    pthread_t t;
    sem_init(&items, 0, 0);
    pthread_create(&t, 0, fill, 0);
    if (sem_trywait(&items))
        assert(slot == 1);
    pthread_join(t, 0);
    return 0;
}
