/* expect: safe */
/* the bits of a long double, seen through a union: the whole part is a bit of its own */
#include <assert.h>

union parts {
    long double value;
    struct { unsigned long fraction; unsigned short top; } bits;
};

static int exponent(long double x)
{
    union parts p = {x};
    return (p.bits.top & 0x7fff) - 16383;
}

int main(void)
{
    union parts half = {0.5L};
    assert(half.bits.fraction == 0x8000000000000000ul && half.bits.top == 0x3ffe);
    assert(exponent(1e4932L) > exponent(1.7e308) && exponent(3) == 1);
    return 0;
}
