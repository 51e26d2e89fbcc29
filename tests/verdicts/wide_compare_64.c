/* expect: safe */
/* 64-bit numbers that agree in their lower halves are different */
#include <assert.h>
#include <stdint.h>

static uint64_t last = 5;

static int newer(uint64_t stamp) { if (stamp > last) { last = stamp; return 1; } return 0; }

int main(void)
{
    assert(newer(0x500000005ull));
    assert(!newer(6));
    assert(last != 5 && (uint32_t)last == 5);
    return 0;
}
