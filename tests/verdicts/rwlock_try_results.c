/* expect: safe */
/* results of the try functions while the lock is held */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int read_result, write_result;

static void *other(void *u)
{
    read_result = pthread_rwlock_tryrdlock(&l);
    if (read_result == 0)
        pthread_rwlock_unlock(&l);
    write_result = pthread_rwlock_trywrlock(&l);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_rwlock_rdlock(&l);
    pthread_create(&t, 0, other, 0);
    pthread_join(t, 0);
    assert(read_result == 0 && write_result == EBUSY);
    pthread_rwlock_unlock(&l);
    return 0;
}
