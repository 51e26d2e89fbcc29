/* expect: not safe */
/* an environment variable decides */
#include <stdlib.h>

static int level[3];

int main(void)
{
    const char *s = getenv("LEVEL");
    if (s && *s >= '0' && *s <= '9')
        level[*s - '0'] = 1;
    return 0;
}
