/* expect: assert */
/* a semaphore of two lets both threads in */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t s;
static int inside;

static void *enter(void *u)
{
    sem_wait(&s);
    inside = inside + 1;
    assert(inside == 1);
    inside = inside - 1;
    sem_post(&s);
    return 0;
}

int main(void)
{
    pthread_t t;
    sem_init(&s, 0, 2);
    pthread_create(&t, 0, enter, 0);
    enter(0);
    pthread_join(t, 0);
    return 0;
}
