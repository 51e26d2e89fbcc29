// expect: pass
// truth: pass
// The threads write the two bytes of a number through a union, and main reads the number: 0x0201 on a machine that stores
// the low byte first.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

static union {
    uint16_t number;
    uint8_t bytes[2];
} word;

static void *fill(void *arg)
{
    int i = (int)(long)arg;

    word.bytes[i] = (uint8_t)(i + 1);
    return NULL;
}

int main(void)
{
    pthread_t threads[2];

    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, fill, (void *)(long)i);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    assert(word.number == 0x0201);
    return 0;
}
