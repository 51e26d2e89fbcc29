// expect: pass
// Negative numbers keep their value from int8_t over int16_t to int32_t, and a negative int8_t becomes a large
// uint8_t. Each thread works on its own slot, given by its number, so that no lock is needed.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

static int8_t offsets[2] = { -3, 100 };
static int16_t scaled[2];
static int32_t squares[2];

static void *scale(void *arg)
{
    int i = (int)(long)arg;

    scaled[i] = (int16_t)(offsets[i] * 100);
    squares[i] = (int32_t)scaled[i] * scaled[i];
    return NULL;
}

int main(void)
{
    pthread_t threads[2];

    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, scale, (void *)(long)i);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    assert(scaled[0] == -300 && scaled[1] == 10000);
    assert(squares[0] == 90000 && squares[1] == 100000000);
    assert((uint8_t)offsets[0] == 253);
    assert(offsets[0] / 2 == -1 && offsets[0] % 2 == -1);
    return 0;
}
