/* expect: safe */
/* main ends the program: whoever still waits is not a deadlock */
#include <pthread.h>
#include <semaphore.h>

static sem_t never;
static void *idle(void *u) { sem_wait(&never); return 0; }

int main(void)
{
    pthread_t t;
    sem_init(&never, 0, 0);
    pthread_create(&t, 0, idle, 0);
    return 0;
}
