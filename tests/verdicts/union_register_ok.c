/* expect: safe */
/* a register as a whole and in halves, little-endian */
#include <assert.h>
#include <stdint.h>

union reg { uint16_t whole; struct { uint8_t low, high; } part; };

int main(void)
{
    union reg r = { .whole = 0x1234 };
    assert(r.part.low == 0x34 && r.part.high == 0x12);
    r.part.low = 0xff;
    r.whole++;
    assert(r.part.high == 0x13 && r.part.low == 0);
    return 0;
}
