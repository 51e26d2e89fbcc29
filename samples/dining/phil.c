/* Dining philosophers without loops. Each takes the left fork, then the right one. */

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

    printf("philosopher %d thinks\n", i);
    pthread_mutex_lock(&forks[i]);           /* take left fork */
    pthread_mutex_lock(&forks[(i + 1) % N]); /* take right fork */
    printf("philosopher %d eats\n", i);
    pthread_mutex_unlock(&forks[i]);           /* release left fork */
    pthread_mutex_unlock(&forks[(i + 1) % N]); /* release right fork */
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
