/* expect: safe */
/* __int128: product, division, shifts, compare */
#include <assert.h>
typedef unsigned __int128 u128;
typedef __int128 i128;
static unsigned long mulhi(unsigned long a, unsigned long b) {
    return (unsigned long)((u128)a * b >> 64);
}

int main(void) {
    assert(mulhi(~0ul, ~0ul) == ~0ul - 1);
    u128 x = (u128)1 << 100;
    assert(x / 10 % 1000 == (u128)0 + (unsigned)(x / 10 % 1000));
    i128 n = -((i128)1 << 70);
    assert(n / 3 * 3 + n % 3 == n && n >> 70 == -1 && n < 0);
    assert((unsigned long)(x >> 90) == 1024);
    assert((double)x > 1e30);
    return 0;
}
