/* expect: safe */
/* a stop flag that is atomic, and a counter that is read after the join */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int stop;
static int rounds;

static void *worker(void *u)
{
    for (int i = 0; i < 2 && !stop; i++)
        rounds++;
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    stop = 1;
    pthread_join(t, 0);
    assert(rounds <= 2);
    return 0;
}
