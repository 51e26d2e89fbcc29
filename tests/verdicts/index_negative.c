/* expect: bounds */
/* the last character of an empty string is looked at */
#include <string.h>

static char line[4] = "";

static int ends_with_newline(const char *s, int n) { return s[n - 1] == '\n'; }

int main(void)
{
    char copy[4];
    memcpy(copy, line, 4);
    int n = (int)strlen(line);
    if (copy[n - 1] == '\n')
        copy[n - 1] = 0;
    return ends_with_newline("x", 1);
}
