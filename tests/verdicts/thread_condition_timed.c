/* expect: safe */
/* A wait with a time limit ends by itself; the predicate is asked again. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready, missed;
static void *waits(void *u) {
    struct timespec soon = {0, 0};
    pthread_mutex_lock(&m);
    while (!ready && !missed)
        if (pthread_cond_timedwait(&c, &m, &soon) == ETIMEDOUT)
            missed = 1;
    assert(ready || missed);
    pthread_mutex_unlock(&m);
    return u;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, waits, 0);
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}
