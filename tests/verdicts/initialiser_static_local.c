/* expect: assert */
/* a static local is initialised once: the second call sees what the first left */
#include <assert.h>

static int next_id(void)
{
    static int last = 10;
    return last++;
}

int main(void)
{
    int a = next_id();
    int b = next_id();
    assert(a == b);
    return 0;
}
