/* expect: safe */
/* the high half of a 64-bit product by way of 128 bits */
#include <assert.h>
#include <stdint.h>

static uint64_t high(uint64_t a, uint64_t b) { return (unsigned __int128)a * b >> 64; }

int main(void)
{
    assert(high(1ull << 63, 2) == 1);
    assert(high(UINT64_MAX, UINT64_MAX) == UINT64_MAX - 1);
    return 0;
}
