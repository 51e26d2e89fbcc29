/* expect: safe */
/* behind a barrier each thread sees what the other did before it */
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t bar;
static int part[2];

static void *run(void *arg)
{
    int me = *(int *)arg;
    part[me] = 1;
    pthread_barrier_wait(&bar);
    assert(part[1 - me] == 1);
    return 0;
}

int main(void)
{
    pthread_t t;
    int zero = 0, one = 1;
    pthread_barrier_init(&bar, 0, 2);
    pthread_create(&t, 0, run, &one);
    run(&zero);
    pthread_join(t, 0);
    return 0;
}
