/* expect: race */
/* As race_semaphore_orders; it is posted before the last write. */
#include <pthread.h>
#include <semaphore.h>
static sem_t ready;
static int data[2], *where = data;
static void *fills(void *u) {
    data[0] = 1;
    sem_post(&ready);
    data[1] = 2;
    return u;
}
int main(void) {
    pthread_t t;
    sem_init(&ready, 0, 0);
    pthread_create(&t, 0, fills, 0);
    sem_wait(&ready);
    int sum = where[0] + where[1];
    pthread_join(t, 0);
    return sum == 7;
}
