/* expect: not safe */
/* Whether a weak function is there decides; it is not. */
#include <assert.h>
__attribute__((weak)) int hook(void);

int main(void)
{
    int there = hook != 0;
    assert(there);
    return 0;
}
