/* expect: deadlock */
/* the barrier waits for one thread more than there are */
#include <pthread.h>

static pthread_barrier_t bar;
static void *run(void *u) { pthread_barrier_wait(&bar); return 0; }

int main(void)
{
    pthread_t t;
    pthread_barrier_init(&bar, 0, 3);
    pthread_create(&t, 0, run, 0);
    run(0);
    pthread_join(t, 0);
    return 0;
}
