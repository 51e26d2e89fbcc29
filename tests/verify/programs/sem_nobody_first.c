// expect: fail deadlock
// Each thread waits for the other's semaphore before it posts its own, and both start with 0: nobody begins, in any run.
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t request, answer;

static void *server(void *arg)
{
    (void)arg;
    sem_wait(&request);
    sem_post(&answer);
    return NULL;
}

static void *client(void *arg)
{
    (void)arg;
    sem_wait(&answer);
    sem_post(&request);
    return NULL;
}

int main(void)
{
    pthread_t s, c;

    sem_init(&request, 0, 0);
    sem_init(&answer, 0, 0);
    pthread_create(&s, NULL, server, NULL);
    pthread_create(&c, NULL, client, NULL);
    pthread_join(s, NULL);
    pthread_join(c, NULL);
    return 0;
}
