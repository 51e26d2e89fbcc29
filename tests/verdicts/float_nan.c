/* expect: assert */
/* not a number is not equal to itself */
#include <assert.h>

static double zero;

int main(void)
{
    double x = zero / zero;
    assert(x == x);
    return 0;
}
