/* expect: safe */
/* A semaphore orders the writes of one thread before the reads of the other. */
#include <pthread.h>
#include <semaphore.h>
static sem_t ready;
static int data[2], *where;
static void *fills(void *u) {
    data[0] = 1;
    data[1] = 2;
    where = data;
    sem_post(&ready);
    return u;
}
int main(void) {
    pthread_t t;
    sem_init(&ready, 0, 0);
    pthread_create(&t, 0, fills, 0);
    sem_wait(&ready);
    int sum = where[0] + where[1];
    pthread_join(t, 0);
    return sum != 3;
}
