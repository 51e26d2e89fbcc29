/* expect: safe */
/* conversion to int cuts, also below zero */
#include <assert.h>

static int cut(double d) { return (int)d; }

int main(void)
{
    assert(cut(2.9) == 2 && cut(-2.9) == -2);
    assert((int)(7 / 2 * 1.0) == 3 && (int)(7 / 2.0) == 3);
    assert(7 / 2.0 == 3.5);
    return 0;
}
