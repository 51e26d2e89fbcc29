// expect: fail deadlock
// The flag is set and the signal given without the lock. Both can happen after the waiter has found the flag down and
// before it waits: the signal is lost, and nobody signals again.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static atomic_int ready;

static void *waiter(void *arg)
{
    (void)arg;
    pthread_mutex_lock(&lock);
    while (atomic_load(&ready) == 0)
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
    assert(atomic_load(&ready) == 1);
    return NULL;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, waiter, NULL);
    atomic_store(&ready, 1);
    pthread_cond_signal(&changed);
    pthread_join(t, NULL);
    return 0;
}
