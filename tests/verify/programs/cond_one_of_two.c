// expect: fail deadlock
// Two threads wait for the start, and one signal wakes only one of them. If both wait when it comes, the other stays.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t start = PTHREAD_COND_INITIALIZER;
static int started;

static void *runner(void *arg)
{
    (void)arg;
    pthread_mutex_lock(&lock);
    while (!started)
        pthread_cond_wait(&start, &lock);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
    pthread_t runners[2];

    for (int i = 0; i < 2; i++)
        pthread_create(&runners[i], NULL, runner, NULL);
    pthread_mutex_lock(&lock);
    started = 1;
    pthread_cond_signal(&start);
    pthread_mutex_unlock(&lock);
    for (int i = 0; i < 2; i++)
        pthread_join(runners[i], NULL);
    return 0;
}
