/* expect: assert */
/* the address is taken in the left operand of a comma */
#include <assert.h>

static int *saved;

int main(void)
{
    int x = 1;
    int y = (saved = &x, 5);
    *saved = y;
    assert(y == 5);
    assert(x == 1);
    return 0;
}
