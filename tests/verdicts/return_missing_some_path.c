/* expect: not safe */
/* only one schedule comes to the end without a value */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int stop;

static int f(void)
{
    if (!stop)
        return 1;
}

static void *worker(void *u)
{
    stop = 1;
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    int r = f();
    pthread_join(t, 0);
    assert(r == 1);
    return 0;
}
