/* expect: assert */
/* the assertion itself takes an element off */
#include <assert.h>

static int left = 2;
static int take(void) { return left-- > 0; }

int main(void)
{
    assert(take());
    assert(take());
    assert(left == 1 || take());
    return 0;
}
