/* expect: assert */
/* Which of two threads that are alike has which result is not known */
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
    void *first, *second;
    pthread_join(t[0], &first);
    pthread_join(t[1], &second);
    assert((long)first < (long)second);
    return 0;
}
