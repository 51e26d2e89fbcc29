/* expect: assert */
/* the flag is set before the data, and nobody joins the thread */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready;
static int data;

static void *worker(void *u)
{
    ready = 1;
    data = 1;
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    while (!ready)
        ;
    assert(data == 1);
    pthread_join(t, 0);
    return 0;
}
