/* expect: not safe */
/* through a table of functions */
#include <assert.h>

static int f(int x)
{
    if (x > 1)
        return x;
}

static int (*const table[])(int) = {f};

int main(void)
{
    int r = table[0](1);
    assert(r == 0);
    return 0;
}
