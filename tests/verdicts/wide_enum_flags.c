/* expect: safe */
/* flags of an enumeration combined in an unsigned */
#include <assert.h>

enum { R = 1, W = 2, X = 4, HIGH = 1u << 31 };

int main(void)
{
    unsigned m = R | X | HIGH;
    m &= ~R;
    assert(m == 0x80000004u && (m & W) == 0 && (int)m < 0);
    return 0;
}
