/* expect: assert */
/* one assignment sets three pointers to the same object */
#include <assert.h>

static int x = 1, y = 2;
static int *p, *q, *r;

int main(void)
{
    p = q = r = &y;
    *q = *p + 1;
    assert(x == 1);
    assert(*r == 2);
    return 0;
}
