/* expect: assert */
/* the lock is chosen by a pointer that main exchanges */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t *guard = &a;
static int n;

static void *add(void *u)
{
    pthread_mutex_t *m = guard;
    pthread_mutex_lock(m);
    n = n + 1;
    pthread_mutex_unlock(m);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, add, 0);
    guard = &b;
    add(0);
    pthread_join(t, 0);
    assert(n == 2);
    return 0;
}
