/* expect: deadlock */
/* a reader waits for the mutex of a writer that waits for the readers to leave */
#include <pthread.h>

static pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int rows;

static void *insert(void *u)
{
    pthread_rwlock_rdlock(&table);
    pthread_mutex_lock(&m);
    rows++;
    pthread_mutex_unlock(&m);
    pthread_rwlock_unlock(&table);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_mutex_lock(&m);
    pthread_create(&t, 0, insert, 0);
    pthread_rwlock_wrlock(&table); /* the reader is inside and waits for the mutex */
    rows = 0;
    pthread_rwlock_unlock(&table);
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}
