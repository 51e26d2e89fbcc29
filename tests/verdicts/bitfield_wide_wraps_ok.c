/* expect: safe */
/* The sum of a bit-field of 33 bits and a `long` has 64 bits, that with an `int` has 33. */
#include <assert.h>
struct counter { unsigned long long count : 33; } c;
int main(void)
{
    c.count = 0x1ffffffffULL;
    assert(c.count + 1L == 0x200000000L);
    assert(c.count + 1 == 0);
    assert((unsigned long)c.count + 1 == 0x200000000UL);
    return 0;
}
