// expect: pass
// 64-bit and floating-point statistics are kept and printed, under the same lock as the stock. The assertion is about the
// stock alone: two pieces are taken from two, never more.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int stock = 2;
static uint64_t total_cents;
static double average;

static void *sell(void *arg)
{
    int cents = (int)(long)arg;

    pthread_mutex_lock(&lock);
    if (stock > 0) {
        stock--;
        total_cents += (uint64_t)cents;
        average = (double)total_cents / (2 - stock);
    }
    assert(stock >= 0);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, sell, (void *)(long)1250);
    pthread_create(&b, NULL, sell, (void *)(long)999);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%llu cents, %.2f on average\n", (unsigned long long)total_cents, average);
    assert(stock == 0);
    return 0;
}
