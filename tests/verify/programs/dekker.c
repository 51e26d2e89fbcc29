// expect: pass
// options: --terminates
// Dekker's algorithm. Both raise their flags; who does not have the turn lowers its flag until it has. So one of them
// always goes on, gives the turn away and lowers its flag: both threads end, and they are never inside together.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int wants[2];
static atomic_int turn;
static int counter;

static void enter(int me, int other)
{
    atomic_store(&wants[me], 1);
    while (atomic_load(&wants[other])) {
        if (atomic_load(&turn) != me) {
            atomic_store(&wants[me], 0);
            while (atomic_load(&turn) != me)
                ;
            atomic_store(&wants[me], 1);
        }
    }
}

static void leave(int me, int other)
{
    atomic_store(&turn, other);
    atomic_store(&wants[me], 0);
}

static void *worker(void *arg)
{
    int me = (int)(long)arg;

    enter(me, 1 - me);
    counter++;
    leave(me, 1 - me);
    return NULL;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, worker, (void *)(long)0);
    pthread_create(&b, NULL, worker, (void *)(long)1);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter == 2);
    return 0;
}
