/* N philosophers take the lower fork first; with NAIVE the left one. */
#include <pthread.h>

static pthread_mutex_t forks[N];

static void *philosopher(void *number)
{
    int left = (int)(long)number, right = (left + 1) % N;
#ifndef NAIVE
    if (left > right) {
        int swap = left;
        left = right;
        right = swap;
    }
#endif
    for (;;) {
        pthread_mutex_lock(&forks[left]);
        pthread_mutex_lock(&forks[right]);
        pthread_mutex_unlock(&forks[right]);
        pthread_mutex_unlock(&forks[left]);
    }
    return 0;
}

int main(void)
{
    pthread_t t[N];
    for (int i = 0; i < N; i++)
        pthread_mutex_init(&forks[i], 0);
    for (long i = 0; i < N; i++)
        pthread_create(&t[i], 0, philosopher, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], 0);
    return 0;
}
