/* A ring buffer for one producer and one consumer that says too early that a slot is filled. */

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#define SLOTS 2
#define VALUES 3

static int ring[SLOTS];
static atomic_uint written; /* changed by the producer alone */
static atomic_uint taken;   /* changed by the consumer alone */

static bool put(int value)
{
    unsigned at = atomic_load(&written);

    if (at - atomic_load(&taken) == SLOTS)
        return false;
    atomic_store(&written, at + 1);
    ring[at % SLOTS] = value;
    return true;
}

static bool get(int *value)
{
    unsigned at = atomic_load(&taken);

    if (atomic_load(&written) == at)
        return false;
    *value = ring[at % SLOTS];
    atomic_store(&taken, at + 1);
    return true;
}

static void *producer(void *arg)
{
    (void)arg;
    for (int i = 1; i <= VALUES; i++) {
        while (!put(i))
            ;
    }
    return NULL;
}

static void *consumer(void *arg)
{
    int value = 0;

    (void)arg;
    for (int i = 1; i <= VALUES; i++) {
        while (!get(&value))
            ;
        assert(value == i);
    }
    return NULL;
}

int main(void)
{
    pthread_t p, c;

    pthread_create(&p, NULL, producer, NULL);
    pthread_create(&c, NULL, consumer, NULL);
    pthread_join(p, NULL);
    pthread_join(c, NULL);
    return 0;
}
