/* expect: assert */
/* A bit-field of 33 bits is computed with 33 bits by gcc: the sum is 0. */
#include <assert.h>
struct counter { unsigned long long count : 33; } c;
int main(void)
{
    c.count = 0x1ffffffffULL;
    assert(c.count + 1 > c.count);
    return 0;
}
