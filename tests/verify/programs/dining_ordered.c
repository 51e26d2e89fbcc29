// expect: pass
// Three philosophers take the fork with the lower number first. Forks are then always taken in rising order, so that a
// circle of waiting is not possible.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#define N 3

static pthread_mutex_t forks[N];
static int meals[N];

static void eat(int first, int second, int me)
{
    pthread_mutex_lock(&forks[first]);
    pthread_mutex_lock(&forks[second]);
    meals[me]++;
    pthread_mutex_unlock(&forks[second]);
    pthread_mutex_unlock(&forks[first]);
}

static void *philosopher(void *arg)
{
    int me = (int)(long)arg;
    int next = (me + 1) % N;

    if (me < next)
        eat(me, next, me);
    else
        eat(next, me, me);
    return NULL;
}

int main(void)
{
    pthread_t threads[N];

    for (int i = 0; i < N; i++)
        pthread_mutex_init(&forks[i], NULL);
    for (int i = 0; i < N; i++)
        pthread_create(&threads[i], NULL, philosopher, (void *)(long)i);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], NULL);
    assert(meals[0] == 1 && meals[1] == 1 && meals[2] == 1);
    return 0;
}
