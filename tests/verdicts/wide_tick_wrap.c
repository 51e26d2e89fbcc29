/* expect: assert */
/* a tick counter of 32 bits is compared with less-than across its wrap */
#include <assert.h>
#include <stdint.h>

static uint32_t ticks = 0xfffffff0u;
static int expired(uint32_t at) { return ticks >= at; }

int main(void)
{
    uint32_t at = ticks + 0x20;
    assert(!expired(at));
    return 0;
}
