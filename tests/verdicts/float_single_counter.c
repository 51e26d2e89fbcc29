/* expect: assert */
/* a counter in single precision stops at two to the 24 */
#include <assert.h>

static float ticks = 16777216.0f;

int main(void)
{
    ticks = ticks + 1.0f;
    assert(ticks > 16777216.0f);
    return 0;
}
