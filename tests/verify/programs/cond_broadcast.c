// expect: pass
// As the start of a race should be: the flag changes under the lock, every runner looks at it in a loop under the lock,
// and the broadcast wakes all who wait. A runner that comes late finds the flag up and does not wait.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t start = PTHREAD_COND_INITIALIZER;
static bool started;
static int running;

static void *runner(void *arg)
{
    (void)arg;
    pthread_mutex_lock(&lock);
    while (!started)
        pthread_cond_wait(&start, &lock);
    assert(started);
    running++;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
    pthread_t runners[2];

    for (int i = 0; i < 2; i++)
        pthread_create(&runners[i], NULL, runner, NULL);
    pthread_mutex_lock(&lock);
    assert(running == 0);
    started = true;
    pthread_cond_broadcast(&start);
    pthread_mutex_unlock(&lock);
    for (int i = 0; i < 2; i++)
        pthread_join(runners[i], NULL);
    assert(running == 2);
    return 0;
}
