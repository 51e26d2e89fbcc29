/* expect: bounds */
/* a string of four characters gets no room for its end */
#include <stdlib.h>
#include <string.h>

int main(void)
{
    const char *name = "eth0";
    size_t n = strlen(name);
    char *copy = malloc(n);
    if (!copy) return 0;
    for (size_t i = 0; i <= n; i++)
        copy[i] = name[i];
    free(copy);
    return 0;
}
