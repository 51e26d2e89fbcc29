/* expect: safe */
/* strtol gives the number and where it ends */
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    const char *text = "42x";
    char *end = 0;
    long v = strtol(text, &end, 10);
    assert(v == 42 && end == text + 2 && *end == 'x');
    return 0;
}
