/* expect: safe */
/* One of two threads that are alike has the result 0, the other 1 */
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
    pthread_join(t[1], &second);
    pthread_join(t[0], &first);
    assert((long)first + (long)second == 1);
    return 0;
}
