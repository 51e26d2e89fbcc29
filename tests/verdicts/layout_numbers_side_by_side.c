/* expect: safe */
/* pairs of numbers that together look like an address, and are none */
#include <assert.h>

static int pairs[4] = {16, 8192, 64, 21845};

int main(void)
{
    int sum = 0;
    for (int i = 0; i < 4; i++)
        sum += pairs[i];
    assert(sum == 16 + 8192 + 64 + 21845);
    long big = 70000L * 70000L, n = 0;
    while (n < 100000)
        n += 25000;
    assert(big % 7 == 4900000000L % 7 && n == 100000);
    return 0;
}
