// expect: fail deadlock
// truth: fail deadlock
// The lock is taken in a condition, through a pointer that may lead to either of two mutexes; both threads take both, in
// opposite order.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int taken;

static int both(pthread_mutex_t *first, pthread_mutex_t *second, int turn)
{
    pthread_mutex_t *one = turn ? second : first;
    pthread_mutex_t *two = turn ? first : second;

    if (pthread_mutex_lock(one))
        return 1;
    if (pthread_mutex_lock(two))
        return 1;
    taken++;
    if (pthread_mutex_unlock(two))
        return 1;
    if (pthread_mutex_unlock(one))
        return 1;
    return 0;
}

static void *worker(void *arg)
{
    both(&a, &b, (int)(long)arg);
    return NULL;
}

int main(void)
{
    pthread_t t, u;

    pthread_create(&t, NULL, worker, (void *)(long)0);
    pthread_create(&u, NULL, worker, (void *)(long)1);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
