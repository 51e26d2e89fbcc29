/* expect: assert */
/* a duty cycle that is computed in floating point decides */
#include <assert.h>

static int level = 5;
static double duty(int percent) { return percent / 100.0 * 10; }

int main(void)
{
    level = duty(70);
    assert(level == 5);
    return 0;
}
