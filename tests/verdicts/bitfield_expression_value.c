/* expect: assert */
/* the value of an assignment to a field is what the field holds */
#include <assert.h>

static struct { unsigned lo : 4, hi : 4; } b;

int main(void)
{
    int v = (b.lo = 0x1f);
    assert(b.hi == 0);
    assert(v == 0x1f);
    return 0;
}
