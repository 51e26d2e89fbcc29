/* expect: safe */
/* a goto jumps over a declaration into a block */
#include <assert.h>

int main(void)
{
    int n = 0;
    goto inside;
    {
        n = 10;
inside:
        n++;
    }
    assert(n == 1);
    return 0;
}
