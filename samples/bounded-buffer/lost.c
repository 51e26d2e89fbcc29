/* A bounded buffer with one condition variable for two reasons to wait. A wake-up can go to the wrong thread. */

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#define SLOTS 1
#define CONSUMERS 2

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int buffer[SLOTS];
static int in, out, count;
static int received;

static void put(int value)
{
    pthread_mutex_lock(&lock);
    while (count == SLOTS)
        pthread_cond_wait(&changed, &lock);
    buffer[in] = value;
    in = (in + 1) % SLOTS;
    count++;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
}

static int get(void)
{
    int value;

    pthread_mutex_lock(&lock);
    while (count == 0)
        pthread_cond_wait(&changed, &lock);
    value = buffer[out];
    out = (out + 1) % SLOTS;
    count--;
    received += value;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    return value;
}

static void *producer(void *arg)
{
    (void)arg;
    for (int i = 1; i <= CONSUMERS; i++)
        put(i);
    return NULL;
}

static void *consumer(void *arg)
{
    int value = get();

    (void)arg;
    assert(value == 1 || value == 2);
    return NULL;
}

int main(void)
{
    pthread_t maker, takers[CONSUMERS];

    pthread_create(&maker, NULL, producer, NULL);
    for (int i = 0; i < CONSUMERS; i++)
        pthread_create(&takers[i], NULL, consumer, NULL);
    pthread_join(maker, NULL);
    for (int i = 0; i < CONSUMERS; i++)
        pthread_join(takers[i], NULL);
    assert(received == 3);
    return 0;
}
