/* expect: assert */
/* One of two threads that are alike was joined, and the other has the lock */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int inside;

static void *work(void *u)
{
    (void)u;
    pthread_mutex_lock(&m);
    inside = 1;
    inside = 0;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, work, 0);
    pthread_join(t[0], 0);
    assert(inside == 0);
    pthread_join(t[1], 0);
    return 0;
}
