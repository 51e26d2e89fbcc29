// expect: fail assertion
// The semaphore is meant as a lock and starts with 2: it lets both threads in, and an increment is lost.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t lock;
static short visits;

static void *visitor(void *arg)
{
    (void)arg;
    sem_wait(&lock);
    visits = visits + 1;
    sem_post(&lock);
    return NULL;
}

int main(void)
{
    pthread_t a, b;

    sem_init(&lock, 0, 2);
    pthread_create(&a, NULL, visitor, NULL);
    pthread_create(&b, NULL, visitor, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(visits == 2);
    sem_destroy(&lock);
    return 0;
}
