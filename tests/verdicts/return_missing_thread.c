/* expect: not safe */
/* the function of a thread ends without a value, and the value is used after the join */
#include <assert.h>
#include <pthread.h>

static void *worker(void *u)
{
    if (u)
        return u;
}

int main(void)
{
    pthread_t t;
    void *r;
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, &r);
    assert(r == 0);
    return 0;
}
