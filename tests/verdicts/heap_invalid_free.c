/* expect: memory */
/* the pointer that is freed was moved forward while it was read */
#include <stdlib.h>

int main(void)
{
    char *line = calloc(4, 1);
    if (!line) return 0;
    line[0] = ' ';
    while (*line == ' ')
        line++;
    free(line);
    return 0;
}
