// expect: pass
// Two semaphores hand the table from one player to the other: exactly one of them is up at a time, `white` at first.
// So the moves alternate, and each player finds the number of moves it expects.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

#define ROUNDS 2

static sem_t white, black;
static int moves;

static void *play_white(void *arg)
{
    (void)arg;
    for (int i = 0; i < ROUNDS; i++) {
        sem_wait(&white);
        assert(moves == 2 * i);
        moves++;
        sem_post(&black);
    }
    return NULL;
}

static void *play_black(void *arg)
{
    (void)arg;
    for (int i = 0; i < ROUNDS; i++) {
        sem_wait(&black);
        assert(moves == 2 * i + 1);
        moves++;
        sem_post(&white);
    }
    return NULL;
}

int main(void)
{
    pthread_t a, b;

    sem_init(&white, 0, 1);
    sem_init(&black, 0, 0);
    pthread_create(&a, NULL, play_white, NULL);
    pthread_create(&b, NULL, play_black, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(moves == 2 * ROUNDS);
    return 0;
}
