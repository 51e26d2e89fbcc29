/* expect: assert */
/* writing the whole register changes the byte that is looked at */
#include <assert.h>
#include <stdint.h>

union reg { uint16_t whole; struct { uint8_t low, high; } part; };

int main(void)
{
    union reg r = { .whole = 0 };
    r.part.high = 1;
    r.whole += 0x00ff;
    r.whole += 1;
    assert(r.part.high == 1);
    return 0;
}
