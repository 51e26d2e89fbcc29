// expect: fail assertion
// The lock is given back between the two halves of the transfer. The audit can come in between and miss 5.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

struct account {
    int balance;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct account accounts[2] = { { 10 }, { 20 } };

static void change(int which, int amount)
{
    pthread_mutex_lock(&lock);
    accounts[which].balance += amount;
    pthread_mutex_unlock(&lock);
}

static void *transfer(void *arg)
{
    (void)arg;
    change(0, -5);
    change(1, 5);
    return NULL;
}

static void *audit(void *arg)
{
    int sum;

    (void)arg;
    pthread_mutex_lock(&lock);
    sum = accounts[0].balance + accounts[1].balance;
    pthread_mutex_unlock(&lock);
    assert(sum == 30);
    return NULL;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, transfer, NULL);
    pthread_create(&b, NULL, audit, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
