// expect: fail termination
// options: --terminates
// main spins until both threads have counted themselves out. The counting is not atomic: if one count is lost, main
// spins for ever. It is not a deadlock, because main is never blocked.
#include <pthread.h>
#include <sched.h>
#include <stddef.h>

static int finished;

static void *worker(void *arg)
{
    (void)arg;
    finished++;
    return NULL;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    while (finished < 2)
        sched_yield();
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
