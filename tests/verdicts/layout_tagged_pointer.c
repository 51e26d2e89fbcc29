/* expect: safe */
/* a tag in the low bit of a pointer to int, and a count in the upper bits */
#include <assert.h>
#include <stdint.h>

static int x = 7;

int main(void)
{
    uintptr_t tagged = (uintptr_t)&x | 1;
    assert(tagged & 1);
    assert(*(int *)(tagged & ~(uintptr_t)1) == 7);
    uint64_t packed = (uint64_t)(uintptr_t)&x | (uint64_t)5 << 48;
    assert(packed >> 48 == 5);
    assert(*(int *)(uintptr_t)(packed & 0xffffffffffff) == 7);
    return 0;
}
