/* expect: assert */
/* a function of type char cuts the count that it returns */
#include <assert.h>

static signed char used(int blocks) { return blocks * 2; }

int main(void)
{
    int n = used(70);
    assert(n == 140);
    return 0;
}
