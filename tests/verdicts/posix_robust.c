/* expect: safe */
/* posix: robust mutex whose owner ends */
#include <pthread.h>
#include <assert.h>
#include <errno.h>
static pthread_mutex_t m;
static void *t(void *a) {
    pthread_mutex_lock(&m);
    return 0;
}

int main(void) {
    pthread_mutexattr_t a;
    pthread_mutexattr_init(&a);
    pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&m, &a);
    pthread_t h;
    pthread_create(&h, 0, t, 0);
    pthread_join(h, 0);
    assert(pthread_mutex_lock(&m) == EOWNERDEAD);
    assert(pthread_mutex_consistent(&m) == 0);
    pthread_mutex_unlock(&m);
    assert(pthread_mutex_lock(&m) == 0);
    pthread_mutex_unlock(&m);
    assert(pthread_mutex_destroy(&m) == 0);
    return 0;
}
