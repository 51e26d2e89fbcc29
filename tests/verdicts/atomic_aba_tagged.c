/* expect: safe */
/* the top is an index with a version in one 64-bit word: an old version is refused */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static uint32_t next[3] = { 0, 2, 0 }; /* 1 is first, then 2; 0 is the end */
static int owned[3];
static _Atomic uint64_t top = 1;

static uint32_t pop(void)
{
    uint64_t t = top;
    while ((uint32_t)t != 0) {
        uint64_t n = ((t >> 32) + 1) << 32 | next[(uint32_t)t];
        if (atomic_compare_exchange_strong(&top, &t, n))
            break;
    }
    return (uint32_t)t;
}
static void push(uint32_t i)
{
    uint64_t t = top, n;
    do {
        next[i] = (uint32_t)t;
        n = ((t >> 32) + 1) << 32 | i;
    } while (!atomic_compare_exchange_strong(&top, &t, n));
}
static void *reuse(void *u)
{
    uint32_t x = pop(), y = pop();
    owned[y] = 1;
    if (x)
        push(x);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, reuse, 0);
    pop();
    pthread_join(t, 0);
    uint32_t rest = (uint32_t)top;
    assert(rest != 2 || !owned[2]);
    return 0;
}
