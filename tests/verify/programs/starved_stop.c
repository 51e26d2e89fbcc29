// expect: fail termination
// options: --terminates
// The worker polls `stop` under the lock. main wants the lock to set it. The lock is free only now and then, and weak
// fairness promises nothing to a thread that is not ready all the time: the worker may always be faster.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int stop;

static int stopped(void)
{
    int answer;

    pthread_mutex_lock(&lock);
    answer = stop;
    pthread_mutex_unlock(&lock);
    return answer;
}

static void *worker(void *arg)
{
    (void)arg;
    while (!stopped())
        ;
    return NULL;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, worker, NULL);
    pthread_mutex_lock(&lock);
    stop = 1;
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    return 0;
}
