/* expect: safe */
/* the bits of a float by way of a union */
#include <assert.h>
#include <stdint.h>

union bits { float f; uint32_t u; };

int main(void)
{
    union bits b = { .f = 1.0f };
    assert(b.u == 0x3f800000u);
    b.u |= 0x80000000u;
    assert(b.f == -1.0f);
    return 0;
}
