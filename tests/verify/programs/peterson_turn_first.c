// expect: fail assertion
// Peterson's algorithm with its first two lines exchanged. Thread 0 gives the turn away; thread 1 gives it back, raises
// its flag, finds the other flag down and enters; thread 0 raises its flag, has the turn and enters too.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static _Atomic int interested[2];
static _Atomic int turn;
static atomic_int inside;

static void *worker(void *arg)
{
    int me = (int)(long)arg;
    int other = 1 - me;

    turn = other;
    interested[me] = 1;
    while (interested[other] && turn == other)
        ;
    assert(atomic_fetch_add(&inside, 1) == 0);
    atomic_fetch_sub(&inside, 1);
    interested[me] = 0;
    return NULL;
}

int main(void)
{
    pthread_t threads[2];

    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, worker, (void *)(long)i);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
