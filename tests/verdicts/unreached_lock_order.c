/* expect: safe */
/* the second order of the locks is only taken in a mode that is never set */
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int reverse;

static void both(pthread_mutex_t *x, pthread_mutex_t *y)
{
    pthread_mutex_lock(x);
    pthread_mutex_lock(y);
    pthread_mutex_unlock(y);
    pthread_mutex_unlock(x);
}
static void *run(void *u)
{
    if (reverse)
        both(&b, &a);
    else
        both(&a, &b);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, run, 0);
    both(&a, &b);
    pthread_join(t, 0);
    return 0;
}
