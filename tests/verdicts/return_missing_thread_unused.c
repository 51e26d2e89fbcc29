/* expect: safe */
/* the function of a thread ends without a value, and nobody looks at it */
#include <assert.h>
#include <pthread.h>

static int x;

static void *worker(void *u)
{
    x = 1;
}

int main(void)
{
    pthread_t t;
    void *r;
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, &r);
    assert(x == 1);
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
    return 0;
}
