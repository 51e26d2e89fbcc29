/* expect: assert */
/* a flag above the lowest byte is lost in a char */
#include <assert.h>

static char has(int flags, int bit) { return flags & bit; }

int main(void)
{
    assert(has(0x101, 1));
    assert(has(0x101, 0x100));
    return 0;
}
