/* expect: safe */
/* a semaphore of one guards a counter */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t s;
static int n;

static void *add(void *u)
{
    sem_wait(&s);
    n++;
    sem_post(&s);
    return 0;
}

int main(void)
{
    pthread_t t;
    sem_init(&s, 0, 1);
    pthread_create(&t, 0, add, 0);
    add(0);
    pthread_join(t, 0);
    assert(n == 2);
    return 0;
}
