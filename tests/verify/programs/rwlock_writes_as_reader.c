// expect: fail assertion
// Both threads take the lock for reading and write. The read lock lets them in together: an increment can be lost.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int hits;

static void *visitor(void *arg)
{
    (void)arg;
    pthread_rwlock_rdlock(&lock);
    hits++;
    pthread_rwlock_unlock(&lock);
    return NULL;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, visitor, NULL);
    pthread_create(&b, NULL, visitor, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_rwlock_rdlock(&lock);
    assert(hits == 2);
    pthread_rwlock_unlock(&lock);
    return 0;
}
