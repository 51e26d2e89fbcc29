/* expect: assert */
/* pointers come through a variable argument list */
#include <assert.h>
#include <stdarg.h>

static void set_all(int value, int n, ...)
{
    va_list ap;
    va_start(ap, n);
    while (n--)
        *va_arg(ap, int *) = value;
    va_end(ap);
}

int main(void)
{
    int a = 1, b = 2, c = 3;
    set_all(0, 2, &a, &b);
    assert(a == 0 && c == 3);
    assert(b == 2);
    return 0;
}
