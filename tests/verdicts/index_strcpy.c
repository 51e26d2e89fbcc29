/* expect: bounds */
/* strcpy writes more than its target holds */
#include <string.h>

static char name[4];

int main(void)
{
    const char *s = "serial0";
    strcpy(name, s);
    return name[0] != 's';
}
