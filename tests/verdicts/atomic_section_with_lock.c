/* expect: assert */
/* an atomic section reads what a lock protects, before it takes the lock */
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *worker(void *u)
{
    pthread_mutex_lock(&m);
    x = 1;
    x = 0;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    __VERIFIER_atomic_begin();
    int seen = x;
    pthread_mutex_lock(&m);
    __VERIFIER_atomic_end();
    pthread_mutex_unlock(&m);
    assert(seen == 0);
    pthread_join(t, 0);
    return 0;
}
