/* expect: safe */
/* an out parameter is read only where the call says that it was set */
#include <assert.h>

static int parse(const char *s, int *out)
{
    if (*s < '0' || *s > '9')
        return -1;
    *out = *s - '0';
    return 0;
}

int main(void)
{
    int a, b;
    if (parse("7", &a) == 0)
        assert(a == 7);
    if (parse("x", &b) == 0)
        assert(b == 0);
    return 0;
}
