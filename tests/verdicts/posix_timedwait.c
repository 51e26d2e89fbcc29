/* expect: safe */
/* cond_timedwait in a loop with a deadline, both outcomes */
#include <pthread.h>
#include <assert.h>
#include <time.h>
#include <errno.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c;
static int ready;
static void *t(void *a) {
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_condattr_t at;
    pthread_condattr_init(&at);
    pthread_condattr_setclock(&at, CLOCK_MONOTONIC);
    pthread_cond_init(&c, &at);
    pthread_t h;
    struct timespec ts;
    clock_gettime(CLOCK_MONOTONIC, &ts);
    ts.tv_nsec += 1000000;
    if (ts.tv_nsec >= 1000000000) {
        ts.tv_sec++;
        ts.tv_nsec -= 1000000000;
    }
    pthread_create(&h, 0, t, 0);
    pthread_mutex_lock(&m);
    int r = 0;
    while (!ready && r == 0) r = pthread_cond_timedwait(&c, &m, &ts);
    assert(r == 0 ? ready : r == ETIMEDOUT);
    pthread_mutex_unlock(&m);
    pthread_join(h, 0);
    return 0;
}
