/* expect: not safe */
/* an output operand gets its value from an instruction */
#include <assert.h>

int main(void)
{
    int x = 0;
    __asm__("movl $3, %0" : "=r"(x));
    assert(x == 0);
    return 0;
}
