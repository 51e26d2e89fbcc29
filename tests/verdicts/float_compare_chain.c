/* expect: safe */
/* comparisons of floating and integer operands */
#include <assert.h>

int main(void)
{
    unsigned u = 3000000000u;
    long long big = 1ll << 53;
    assert((double)u == 3e9 && u > 2.5e9);
    assert((double)big == (double)(big + 1) && (float)0.5 == 0.5);
    assert(-0.0 == 0.0 && 1e308 * 10 > 1e308);
    return 0;
}
