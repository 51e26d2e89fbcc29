// expect: pass
// Peterson's algorithm, on plain integers that are read and written one after the other (sequential consistency is
// assumed; a real machine needs atomics). A thread that finds the other one interested and has written `turn` last waits.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int interested[2];
static int turn;
static int inside;

static void *worker(void *arg)
{
    int me = (int)(long)arg;
    int other = 1 - me;

    for (int round = 0; round < 2; round++) {
        interested[me] = 1;
        turn = other;
        while (interested[other] && turn == other)
            ;
        inside++;
        assert(inside == 1);
        inside--;
        interested[me] = 0;
    }
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
