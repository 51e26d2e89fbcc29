/* expect: safe */
/* int, long and double through one variable argument list */
#include <assert.h>
#include <stdarg.h>

static long long total(const char *types, ...)
{
    va_list ap;
    long long sum = 0;
    va_start(ap, types);
    for (; *types; types++)
        switch (*types) {
        case 'i': sum += va_arg(ap, int); break;
        case 'l': sum += va_arg(ap, long); break;
        case 'd': sum += (long long)va_arg(ap, double); break;
        }
    va_end(ap);
    return sum;
}

int main(void)
{
    assert(total("ild", -1, 1l << 40, 2.5) == (1ll << 40) + 1);
    assert(total("") == 0);
    return 0;
}
