/* expect: deadlock */
/* a recursive mutex is locked twice and unlocked once */
#define _GNU_SOURCE
#include <pthread.h>

static pthread_mutex_t m;

static void *run(void *u)
{
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_mutexattr_t a;
    pthread_t t;
    pthread_mutexattr_init(&a);
    pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&m, &a);
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    pthread_create(&t, 0, run, 0);
    pthread_join(t, 0);
    return 0;
}
