// expect: pass
/* A spin lock (volatile in the C library), and a byte that wraps around. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static unsigned char count;
static pthread_spinlock_t lock;

static void *worker(void *arg)
{
    for (int i = 0; i < 3; i++) {
        pthread_spin_lock(&lock);
        count += 100;
        pthread_spin_unlock(&lock);
    }
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_spin_init(&lock, 0);
    if (pthread_create(&a, NULL, worker, NULL))
        exit(1);
    if (pthread_create(&b, NULL, worker, NULL) != 0)
        abort();
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(count == (unsigned char)600);
    return 0;
}
