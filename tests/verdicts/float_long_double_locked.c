/* expect: safe */
/* two threads add to a long double under a lock */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long double total;

static void *worker(void *arg)
{
    pthread_mutex_lock(&lock);
    total += *(long double *)arg;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t a, b;
    long double tenth = 0.1L, more = 0.9L;
    pthread_create(&a, 0, worker, &tenth);
    pthread_create(&b, 0, worker, &more);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(total == 0.1L + 0.9L);
    return 0;
}
