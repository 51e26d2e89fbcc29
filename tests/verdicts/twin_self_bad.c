/* expect: assert */
/* Either of two threads that are alike may be the first that comes, and says who it is */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_t who;
static int set;

static void *work(void *u)
{
    (void)u;
    pthread_mutex_lock(&m);
    if (!set)
        who = pthread_self();
    set = 1;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, work, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    assert(pthread_equal(who, t[0]));
    return 0;
}
