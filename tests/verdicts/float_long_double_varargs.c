/* expect: safe */
/* long doubles between other arguments of a variadic function keep their value */
#include <assert.h>
#include <stdarg.h>

static long double weighted(int n, ...)
{
    va_list list;
    long double sum = 0;
    va_start(list, n);
    while (n-- > 0) {
        int weight = va_arg(list, int);
        sum += weight * va_arg(list, long double);
    }
    va_end(list);
    return sum;
}

int main(void)
{
    assert(weighted(3, 2, 0.1L, 1, 1e-19L, -2, 0.1L) == 1e-19L + 0.2L - 0.2L || weighted(1, 2, 0.1L) == 0.2L);
    assert(weighted(2, 1, 1e4000L, -1, 1e4000L) == 0);
    return 0;
}
