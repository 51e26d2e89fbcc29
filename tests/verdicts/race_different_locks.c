/* expect: race */
/* each thread holds a mutex, but not the same one */
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int shared;

static void *one(void *u)
{
    pthread_mutex_lock(&a);
    shared = 1;
    pthread_mutex_unlock(&a);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, one, 0);
    pthread_mutex_lock(&b);
    shared = 2;
    pthread_mutex_unlock(&b);
    pthread_join(t, 0);
    return 0;
}
