/* expect: assert */
/* a long double goes through a double on its way: the last bits are gone */
#include <assert.h>

static long double scaled(double x) { return x * 3; }

int main(void)
{
    long double tenth = 0.1L;
    assert(scaled(tenth) == 3 * tenth);
    return 0;
}
