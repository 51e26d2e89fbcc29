/* expect: assert */
/* a counter is changed under the read lock */
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int hits;

static void *lookup(void *u)
{
    pthread_rwlock_rdlock(&l);
    hits++;
    pthread_rwlock_unlock(&l);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, lookup, 0);
    lookup(0);
    pthread_join(t, 0);
    assert(hits == 2);
    return 0;
}
