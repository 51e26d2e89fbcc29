/* expect: not safe */
/* bits of the exclusive or of two addresses */
#include <assert.h>
#include <stdint.h>

static int a, b;

int main(void)
{
    uintptr_t both = (uintptr_t)&a ^ (uintptr_t)&b;
    assert(both < 4096);
    return 0;
}
