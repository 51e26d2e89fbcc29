/* expect: safe */
/* sums of long double keep what double loses */
#include <assert.h>

int main(void)
{
    double d = 9007199254740992.0;
    long double l = 9007199254740992.0L;
    assert(d + 1 == d);
    assert(l + 1 != l);
    return 0;
}
