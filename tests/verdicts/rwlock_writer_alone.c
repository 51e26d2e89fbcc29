/* expect: safe */
/* a writer changes two variables that no reader sees apart */
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int lo, hi;

static void *reader(void *u)
{
    pthread_rwlock_rdlock(&l);
    assert(lo == hi);
    pthread_rwlock_unlock(&l);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, reader, 0);
    pthread_rwlock_wrlock(&l);
    lo = 1;
    hi = 1;
    pthread_rwlock_unlock(&l);
    pthread_join(t, 0);
    return 0;
}
