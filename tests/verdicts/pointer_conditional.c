/* expect: assert */
/* the address comes out of a conditional expression */
#include <assert.h>

static int a, b;
static int *side(int left) { return left ? &a : &b; }

int main(void)
{
    *side(0) += 2;
    *(b > 1 ? &a : &b) = 5;
    assert(b == 2);
    assert(a == 0);
    return 0;
}
