/* expect: assert */
/* timedlock's result is not looked at */
#include <pthread.h>
#include <assert.h>
#include <time.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int in;
static void *t(void *a) {
    struct timespec ts;
    clock_gettime(CLOCK_REALTIME, &ts);
    ts.tv_sec += 5;
    int r = pthread_mutex_timedlock(&m, &ts);
    in++;
    assert(in == 1);
    in--;
    if (!r) pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, t, 0);
    pthread_create(&b, 0, t, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
