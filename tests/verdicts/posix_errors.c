/* expect: safe */
/* posix: errors of barriers, semaphores, joins, mutexes */
#include <pthread.h>
#include <semaphore.h>
#include <errno.h>
#include <assert.h>
#include <limits.h>
int main(void) {
    pthread_barrier_t b;
    assert(pthread_barrier_init(&b, 0, 0) == EINVAL);
    sem_t s;
    assert(sem_init(&s, 0, (unsigned)INT_MAX + 1) == -1 && errno == EINVAL);
    assert(pthread_join(pthread_self(), 0) == EDEADLK);
    pthread_mutexattr_t a;
    pthread_mutexattr_init(&a);
    assert(pthread_mutexattr_settype(&a, 77) == EINVAL);
    assert(!pthread_mutexattr_settype(&a, PTHREAD_MUTEX_ERRORCHECK));
    pthread_mutex_t m;
    pthread_mutex_init(&m, &a);
    assert(pthread_mutex_unlock(&m) == EPERM);
    assert(!pthread_mutex_lock(&m) && pthread_mutex_lock(&m) == EDEADLK && pthread_mutex_trylock(&m) == EBUSY);
    pthread_mutex_unlock(&m);
    pthread_key_t k;
    assert(!pthread_key_create(&k, 0) && !pthread_setspecific(k, &m) && pthread_getspecific(k) == &m &&
        !pthread_key_delete(k));
    assert(pthread_setcancelstate(99, 0) == EINVAL);
    return 0;
}
