/* expect: safe */
/* The second thread starts when the first has its ticket: they are not alike any more */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int next;

static void *work(void *u)
{
    (void)u;
    return (void *)(long)atomic_fetch_add(&next, 1);
}

int main(void)
{
    pthread_t t[2];
    void *first, *second;
    pthread_create(&t[0], 0, work, 0);
    while (next == 0)
        ;
    pthread_create(&t[1], 0, work, 0);
    pthread_join(t[1], &second);
    pthread_join(t[0], &first);
    assert((long)first == 0 && (long)second == 1);
    return 0;
}
