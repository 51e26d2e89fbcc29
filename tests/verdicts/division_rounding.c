/* expect: safe */
/* integer division rounds towards zero, and the remainder has the sign of the dividend */
#include <assert.h>

static int floor_div(int a, int b) { int q = a / b; return q * b > a ? q - 1 : q; }

int main(void)
{
    assert(-7 / 2 == -3 && -7 % 2 == -1 && 7 % -2 == 1);
    assert(floor_div(-7, 2) == -4 && floor_div(7, 2) == 3);
    assert(-7 >> 1 == -4 && 7u / 2 == 3);
    return 0;
}
