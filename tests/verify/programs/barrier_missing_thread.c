// expect: fail deadlock
// The barrier is made for three and only two threads come: they wait for ever, in every run.
#include <pthread.h>
#include <stddef.h>

static pthread_barrier_t barrier;

static void *worker(void *arg)
{
    (void)arg;
    pthread_barrier_wait(&barrier);
    return NULL;
}

int main(void)
{
    pthread_t a, b;

    pthread_barrier_init(&barrier, NULL, 3);
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
