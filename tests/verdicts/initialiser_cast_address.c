/* expect: assert */
/* the address is cast to another type in a static initialiser */
#include <assert.h>
#include <stdint.h>

static int reg;
static const uintptr_t base = (uintptr_t)&reg;
#define REG (*(volatile int *)base)

int main(void)
{
    REG = 1;
    assert(reg == 0);
    return 0;
}
