/* Dining philosophers without loops. Each takes the fork with the lower number first. */

#include <pthread.h>
#include <stddef.h>
#include <stdio.h>

#ifndef N
#define N 3
#endif

static pthread_mutex_t forks[N];

static void *philosopher(void *arg)
{
    int i = (int)(long)arg;
    int next = (i + 1) % N;
    int low = i < next ? i : next;
    int high = i < next ? next : i;

    printf("philosopher %d thinks\n", i);
    pthread_mutex_lock(&forks[low]);
    pthread_mutex_lock(&forks[high]);
    printf("philosopher %d eats\n", i);
    pthread_mutex_unlock(&forks[high]);
    pthread_mutex_unlock(&forks[low]);
    return NULL;
}

int main(void)
{
    pthread_t philosophers[N];

    for (int i = 0; i < N; i++)
        pthread_mutex_init(&forks[i], NULL);
    for (int i = 0; i < N; i++)
        pthread_create(&philosophers[i], NULL, philosopher, (void *)(long)i);
    for (int i = 0; i < N; i++)
        pthread_join(philosophers[i], NULL);
    return 0;
}
