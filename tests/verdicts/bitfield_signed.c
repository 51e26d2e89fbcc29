/* expect: assert */
/* a signed field of one bit is 0 or -1 */
#include <assert.h>

static struct { signed int up : 1; signed int rate : 4; } link_;

int main(void)
{
    link_.up = 1;
    link_.rate = 7;
    assert(link_.rate == 7);
    assert(link_.up == 1);
    return 0;
}
