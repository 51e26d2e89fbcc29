/* expect: assert */
/* a pointer is copied as bytes from one variable into another */
#include <assert.h>
#include <string.h>

static int a = 1, b = 2;
static int *from = &b;

int main(void)
{
    int *to = &a;
    memcpy(&to, &from, sizeof to);
    *to = 7;
    assert(a == 1);
    assert(b == 2);
    return 0;
}
