/* expect: safe */
/* sequence numbers are compared by the sign of their difference, around the wrap */
#include <assert.h>
#include <stdint.h>

static int before(uint32_t a, uint32_t b) { return (int32_t)(a - b) < 0; }

int main(void)
{
    assert(before(0xfffffff0u, 5));
    assert(!before(5, 0xfffffff0u));
    assert(before(7, 8) && !before(8, 8));
    return 0;
}
