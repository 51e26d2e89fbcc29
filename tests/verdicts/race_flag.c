/* expect: race */
/* a stop flag that is neither atomic nor under a lock */
#include <pthread.h>

static int stop, rounds;

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
    return 0;
}
