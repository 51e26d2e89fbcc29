/* expect: deadlock */
/* the flag is set without the mutex, so that the signal may come before the wait */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;

static void *waiter(void *u)
{
    pthread_mutex_lock(&m);
    while (!ready)
        pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, waiter, 0);
    ready = 1;
    pthread_cond_signal(&c); /* between the test of ready and the wait */
    pthread_join(t, 0);
    return 0;
}
