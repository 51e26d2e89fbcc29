/* expect: assert */
/* That one thread has ended says nothing of the other */
#define _GNU_SOURCE
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
    if (pthread_tryjoin_np(t[1], 0) == 0) {
        pthread_mutex_lock(&m);
        assert(x == 2);
        pthread_mutex_unlock(&m);
    } else
        pthread_join(t[1], 0);
    pthread_join(t[0], 0);
    return 0;
}
