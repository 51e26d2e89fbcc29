// expect: pass
// A ring of two slots. `spaces` keeps the producer from overrunning the consumer and `items` the other way round; each
// index belongs to one thread. Three values come out as they went in.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <stdint.h>

#define SLOTS 2
#define VALUES 3

static sem_t spaces, items;
static uint16_t ring[SLOTS];

static void *producer(void *arg)
{
    unsigned in = 0;

    (void)arg;
    for (int i = 0; i < VALUES; i++) {
        sem_wait(&spaces);
        ring[in] = (uint16_t)(i + 1);
        in = (in + 1) % SLOTS;
        sem_post(&items);
    }
    return NULL;
}

int main(void)
{
    pthread_t t;
    unsigned out = 0;

    sem_init(&spaces, 0, SLOTS);
    sem_init(&items, 0, 0);
    pthread_create(&t, NULL, producer, NULL);
    for (int i = 0; i < VALUES; i++) {
        sem_wait(&items);
        assert(ring[out] == i + 1);
        out = (out + 1) % SLOTS;
        sem_post(&spaces);
    }
    pthread_join(t, NULL);
    return 0;
}
