/* expect: safe */
/* a string with its end is measured */
#include <assert.h>
static int length(const char *s)
{
    int n = 0;
    while (s[n])
        n++;
    return n;
}

int main(void)
{
    char raw[4] = { 'a', 'b', 'c' };
    assert(length(raw) == 3 && length("") == 0);
    return 0;
}
