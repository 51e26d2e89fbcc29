/* expect: safe */
/* a deadline in microseconds in 64 bits */
#include <assert.h>
#include <stdint.h>

static uint64_t deadline;

static void arm(uint64_t now, uint32_t seconds) { deadline = now + seconds * 1000000ull; }

int main(void)
{
    uint64_t now = 4294000000ull;
    arm(now, 2);
    assert(deadline == 4296000000ull && deadline - now == 2000000);
    return 0;
}
