/* expect: assert */
/* ten tenths are not one, in 64 bits of fraction neither */
#include <assert.h>

int main(void)
{
    long double sum = 0;
    for (int i = 0; i < 1000; i++)
        sum += 0.001L;
    assert(sum == 1);
    return 0;
}
