/* expect: safe */
/* increments inside of conditions happen when they are evaluated */
#include <assert.h>

int main(void)
{
    int i = 0, j = 0;
    while (i++ < 2 && ++j)
        ;
    assert(i == 3 && j == 2);
    if (i-- == 3 || j++)
        assert(i == 2 && j == 2);
    return 0;
}
