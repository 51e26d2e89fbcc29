/* expect: assert */
/* the handle of the first thread is overwritten, so that it is never joined */
#include <assert.h>
#include <pthread.h>

static int n;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *add(void *u)
{
    pthread_mutex_lock(&m);
    n++;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, add, 0);
    pthread_create(&t, 0, add, 0);
    pthread_join(t, 0);
    pthread_mutex_lock(&m);
    int seen = n;
    pthread_mutex_unlock(&m);
    assert(seen == 2);
    return 0;
}
