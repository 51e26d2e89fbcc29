/* expect: assert */
/* a deadline in microseconds does not fit into the 32 bits that keep it */
#include <assert.h>
#include <stdint.h>

static uint32_t deadline;

static void arm(uint64_t now, uint32_t seconds) { deadline = now + seconds * 1000000ull; }

int main(void)
{
    uint64_t now = 4294000000ull;
    arm(now, 2);
    assert(deadline > now);
    return 0;
}
