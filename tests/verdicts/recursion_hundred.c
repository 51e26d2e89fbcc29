/* expect: assert */
/* the sum of 1 to 100 by recursion */
#include <assert.h>

static int sum(int n) { return n ? n + sum(n - 1) : 0; }

int main(void)
{
    assert(sum(100) == 5500);
    return 0;
}
