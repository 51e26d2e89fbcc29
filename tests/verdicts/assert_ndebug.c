/* expect: safe */
/* with NDEBUG an assertion is nothing, and neither is what it would do */
#define NDEBUG
#include <assert.h>
#include <stdlib.h>

static int n;
static int next(void) { return ++n; }

int main(void)
{
    assert(next() == 5);
    if (n != 0)
        abort();
    return 0;
}
