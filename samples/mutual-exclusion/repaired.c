/* Two workers keep each other out with Peterson's algorithm. */

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#define ROUNDS 2

static atomic_int wants[2];
static atomic_int turn;
static int inside;

static void enter(int me, int other)
{
    atomic_store(&wants[me], 1); /* say so first ... */
    atomic_store(&turn, other);  /* ... and let the other one go first */
    while (atomic_load(&wants[other]) && atomic_load(&turn) == other)
        ;
}

static void leave(int me)
{
    atomic_store(&wants[me], 0);
}

static void *worker(void *arg)
{
    int me = (int)(long)arg;

    for (int round = 0; round < ROUNDS; round++) {
        enter(me, 1 - me);
        inside++;
        assert(inside == 1);
        inside--;
        leave(me);
    }
    return NULL;
}

int main(void)
{
    pthread_t workers[2];

    for (int i = 0; i < 2; i++)
        pthread_create(&workers[i], NULL, worker, (void *)(long)i);
    for (int i = 0; i < 2; i++)
        pthread_join(workers[i], NULL);
    return 0;
}
