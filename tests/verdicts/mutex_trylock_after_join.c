/* expect: safe */
/* whoever had the lock has ended */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *u)
{
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
    assert(pthread_mutex_trylock(&m) == 0);
    pthread_mutex_unlock(&m);
    return 0;
}
