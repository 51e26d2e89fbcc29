// expect: pass
// Unsigned numbers wrap. Three steps from 254 give 1 in 8 bits, from 65534 give 1 in 16 bits, and the distance of two
// 32-bit tick counts is right although the later one has wrapped. The lock keeps the steps whole.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static uint8_t sequence = 254;
static uint16_t window = 65534;
static uint32_t ticks = UINT32_MAX - 1;

static uint32_t age(uint32_t now, uint32_t then)
{
    return now - then;
}

static void advance(void)
{
    pthread_mutex_lock(&lock);
    sequence++;
    window++;
    ticks++;
    pthread_mutex_unlock(&lock);
}

static void *worker(void *arg)
{
    (void)arg;
    advance();
    return NULL;
}

int main(void)
{
    uint32_t start = ticks;
    pthread_t a, b;

    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    advance();
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(sequence == 1 && window == 1 && ticks == 1);
    assert(ticks < start);
    assert(age(ticks, start) == 3);
    return 0;
}
