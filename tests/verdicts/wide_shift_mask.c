/* expect: safe */
/* 64-bit masks are built from shifts of a 64-bit one */
#include <assert.h>
#include <stdint.h>

static uint64_t mask(int from, int to) { return (to == 63 ? ~0ull : (1ull << (to + 1)) - 1) & ~((1ull << from) - 1); }

int main(void)
{
    assert(mask(0, 63) == UINT64_MAX);
    assert(mask(32, 35) == 0xf00000000ull);
    assert((mask(63, 63) >> 63) == 1);
    assert((int64_t)mask(63, 63) < 0);
    return 0;
}
