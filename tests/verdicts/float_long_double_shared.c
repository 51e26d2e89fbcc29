/* expect: assert */
/* two threads add to a long double without a lock: an addition is lost */
#include <assert.h>
#include <pthread.h>

static long double total;

static void *worker(void *arg)
{
    (void)arg;
    total += 0.5L;
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(total == 1);
    return 0;
}
