/* expect: safe */
/* backs off with trylock */
#include <pthread.h>
#include <assert.h>
#include <sched.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int n;
static void *x(void *p) {
    for (;;) {
        pthread_mutex_lock(&a);
        if (pthread_mutex_trylock(&b) == 0) break;
        pthread_mutex_unlock(&a);
    }
    n++;
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return 0;
}

static void *y(void *p) {
    for (;;) {
        pthread_mutex_lock(&b);
        if (!pthread_mutex_trylock(&a)) break;
        pthread_mutex_unlock(&b);
        sched_yield();
    }
    n++;
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    return 0;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, x, 0);
    pthread_create(&t, 0, y, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    assert(n == 2);
    return 0;
}
