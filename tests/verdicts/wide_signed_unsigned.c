/* expect: assert */
/* a signed length is compared with an unsigned one: -1 is large */
#include <assert.h>

static int fits(int len, unsigned room) { return len <= room; }

int main(void)
{
    assert(fits(-1, 10)); /* an error code that every buffer should hold */
    return 0;
}
