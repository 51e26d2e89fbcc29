/* expect: not safe */
/* a function ends without the value that its caller uses */
#include <assert.h>

static int f(int x)
{
    if (x)
        return 3;
}

int main(void)
{
    assert(f(0) == 0);
    return 0;
}
