/* expect: assert */
/* a 64-bit number is kept in two halves, which a reader sees at different times */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static uint32_t low = 0xffffffffu, high;

static void *tick(void *u)
{
    low = 0;
    high = 1;
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, tick, 0);
    uint64_t now = (uint64_t)high << 32 | low;
    assert(now >= 0xffffffffu);
    pthread_join(t, 0);
    return 0;
}
