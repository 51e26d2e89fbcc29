// expect: pass
// A monitor with one slot and a condition variable for each reason to wait. Both sides look again after each wake-up,
// so that three values come out in the order in which they went in, and nobody is left waiting.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static pthread_cond_t emptied = PTHREAD_COND_INITIALIZER;
static int slot, full;

static void put(int value)
{
    pthread_mutex_lock(&lock);
    while (full)
        pthread_cond_wait(&emptied, &lock);
    slot = value;
    full = 1;
    pthread_cond_signal(&filled);
    pthread_mutex_unlock(&lock);
}

static int get(void)
{
    pthread_mutex_lock(&lock);
    while (!full)
        pthread_cond_wait(&filled, &lock);
    int value = slot;
    full = 0;
    pthread_cond_signal(&emptied);
    pthread_mutex_unlock(&lock);
    return value;
}

static void *producer(void *arg)
{
    (void)arg;
    for (int i = 1; i <= 3; i++)
        put(i * 10);
    return NULL;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, producer, NULL);
    for (int i = 1; i <= 3; i++)
        assert(get() == i * 10);
    pthread_join(t, NULL);
    return 0;
}
