/* expect: assert */
/* the write comes after the lock was dropped, and the join before it made the thread wait */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x, seen;
static pthread_t other;

static void *nothing(void *u) { return 0; }

static void *first(void *u)
{
    pthread_mutex_lock(&m);
    pthread_join(other, 0);
    pthread_mutex_unlock(&m);
    x = 1;
    return 0;
}

static void *second(void *u)
{
    pthread_mutex_lock(&m);
    seen = x;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&other, 0, nothing, 0);
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(seen == x);
    return 0;
}
