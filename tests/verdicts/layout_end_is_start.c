/* expect: not safe */
/* the end of one object may be the start of the next */
#include <assert.h>

static int a[2], b[2];

int main(void)
{
    assert(a + 2 != b && b + 2 != a);
    return 0;
}
