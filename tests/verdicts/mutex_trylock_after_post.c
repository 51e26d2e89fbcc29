/* expect: assert */
/* the lock is dropped after the post: who was woken by it may find the lock taken */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static sem_t s;

static void *worker(void *u)
{
    pthread_mutex_lock(&m);
    sem_post(&s);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t t;
    sem_init(&s, 0, 0);
    pthread_create(&t, 0, worker, 0);
    sem_wait(&s);
    assert(pthread_mutex_trylock(&m) == 0);
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}
