/* expect: assert */
/* Threads that are alike; the second is joined first, and the other need not have begun */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *work(void *u)
{
    (void)u;
    pthread_mutex_lock(&m);
    int ticket = x++;
    pthread_mutex_unlock(&m);
    return (void *)(long)ticket;
}

int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, work, 0);
    pthread_join(t[1], 0);
    pthread_mutex_lock(&m);
    int seen = x;
    pthread_mutex_unlock(&m);
    pthread_join(t[0], 0);
    assert(seen == 2);
    return 0;
}
