// expect: pass
// A transfer takes from one account and gives to another in one critical section, and the audit takes the same lock:
// it never sees money that is on the way.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

struct account {
    int balance;
    int movements;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct account accounts[2] = { { 10, 0 }, { 20, 0 } };

static void transfer(int from, int to, int amount)
{
    pthread_mutex_lock(&lock);
    if (accounts[from].balance >= amount) {
        accounts[from].balance -= amount;
        accounts[from].movements++;
        accounts[to].balance += amount;
        accounts[to].movements++;
    }
    pthread_mutex_unlock(&lock);
}

static void *clerk(void *arg)
{
    int from = (int)(long)arg;

    transfer(from, 1 - from, 15);
    return NULL;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, clerk, (void *)(long)0);
    pthread_create(&b, NULL, clerk, (void *)(long)1);
    pthread_mutex_lock(&lock);
    assert(accounts[0].balance + accounts[1].balance == 30);
    pthread_mutex_unlock(&lock);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(accounts[0].balance >= 0 && accounts[1].balance >= 0);
    assert(accounts[0].movements == accounts[1].movements);
    return 0;
}
