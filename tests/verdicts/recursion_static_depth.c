/* expect: assert */
/* a static depth is not counted down where the recursion ends early */
#include <assert.h>

static int depth, deepest;

static int visit(int n)
{
    if (++depth > deepest)
        deepest = depth;
    if (n == 0)
        return 0;
    int r = visit(n - 1) + 1;
    depth--;
    return r;
}

int main(void)
{
    assert(visit(3) == 3);
    assert(deepest == 4);
    assert(depth == 0);
    return 0;
}
