/* expect: assert */
/* a function with the name of an assumption of another tool, with a body of its own */
#include <assert.h>

static int assumed;
static void assume(int c) { if (!c) assumed++; }

int main(void)
{
    assume(0);
    assert(assumed == 0);
    return 0;
}
