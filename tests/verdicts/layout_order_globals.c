/* expect: not safe */
/* nothing says which of two objects stands first */
#include <assert.h>

static int a, b;

int main(void)
{
    assert(&a < &b);
    return 0;
}
