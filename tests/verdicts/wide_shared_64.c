/* expect: safe */
/* one 64-bit variable is stored in one step */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static uint64_t now = 0xffffffffu;

static void *tick(void *u)
{
    now = 0x100000000ull;
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, tick, 0);
    uint64_t seen = now;
    assert(seen == 0xffffffffu || seen == 0x100000000ull);
    pthread_join(t, 0);
    assert(now >> 32 == 1);
    return 0;
}
