// expect: fail deadlock
// Three philosophers take the left fork first. When each holds one fork, nobody gets a second.
#include <pthread.h>
#include <stddef.h>

#define N 3

static pthread_mutex_t forks[N] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER };

static void *philosopher(void *arg)
{
    int left = (int)(long)arg;
    int right = (left + 1) % N;

    pthread_mutex_lock(&forks[left]);
    pthread_mutex_lock(&forks[right]);
    pthread_mutex_unlock(&forks[right]);
    pthread_mutex_unlock(&forks[left]);
    return NULL;
}

int main(void)
{
    pthread_t threads[N];

    for (int i = 0; i < N; i++)
        pthread_create(&threads[i], NULL, philosopher, (void *)(long)i);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
