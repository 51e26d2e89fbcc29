/* expect: not safe */
/* an instruction stores to an address that lies in memory */
#include <assert.h>

static long target;
static struct { long *where; } regs = { &target };

int main(void)
{
    __asm__ volatile("movq (%0), %%rax\n\tmovq $7, (%%rax)" : : "r"(&regs) : "rax", "memory");
    assert(target == 0);
    return 0;
}
