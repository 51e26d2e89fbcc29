/* expect: safe */
/* one factor is widened before the product */
#include <assert.h>
#include <stdint.h>

static uint64_t bytes(uint32_t blocks, uint32_t size) { return (uint64_t)blocks * size; }

int main(void)
{
    assert(bytes(1u << 20, 4096) == 1ull << 32);
    return 0;
}
