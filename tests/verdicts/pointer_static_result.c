/* expect: assert */
/* a function gives the same static buffer each time */
#include <assert.h>

static char *digit(int n)
{
    static char text[2];
    text[0] = '0' + n;
    return text;
}

int main(void)
{
    char *a = digit(1);
    char *b = digit(2);
    assert(b[0] == '2');
    assert(a[0] == '1');
    return 0;
}
