/* expect: not safe */
/* locks taken in the order of their addresses: which assertion holds depends on the layout */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int a_first;

static void *worker(void *u)
{
    pthread_mutex_t *low = &a < &b ? &a : &b;
    pthread_mutex_lock(low);
    a_first = low == &a;
    pthread_mutex_unlock(low);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
    assert(a_first);
    return 0;
}
