/* expect: assert */
/* the product of two 32-bit numbers is computed in 32 bits and widened afterwards */
#include <assert.h>
#include <stdint.h>

static uint64_t bytes(uint32_t blocks, uint32_t size) { return blocks * size; }

int main(void)
{
    assert(bytes(1u << 20, 4096) == 1ull << 32);
    return 0;
}
