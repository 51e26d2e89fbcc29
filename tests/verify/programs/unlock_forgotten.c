// expect: fail deadlock
// With an empty stock `take` returns without giving the lock back. There is one piece for two threads: the second one
// to come leaves with the lock, and main waits for it for ever.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int stock = 1;

static int take(void)
{
    pthread_mutex_lock(&lock);
    if (stock == 0)
        return 0;
    stock--;
    pthread_mutex_unlock(&lock);
    return 1;
}

static void *customer(void *arg)
{
    (void)arg;
    take();
    return NULL;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, customer, NULL);
    pthread_create(&b, NULL, customer, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_mutex_lock(&lock);
    stock++;
    pthread_mutex_unlock(&lock);
    return 0;
}
