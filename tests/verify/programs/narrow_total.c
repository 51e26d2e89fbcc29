// expect: fail assertion
// The locking is right, the type is not: 200 + 200 does not fit into 8 bits, and total is 144 in every run.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static uint8_t total;

static void *deposit(void *arg)
{
    int amount = (int)(long)arg;

    pthread_mutex_lock(&lock);
    total += amount;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, deposit, (void *)200L);
    pthread_create(&b, NULL, deposit, (void *)200L);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    int sum = total;
    assert(sum == 400);
    return 0;
}
