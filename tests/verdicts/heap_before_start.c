/* expect: bounds */
/* an index below the first object of the heap: not an argument of the program, and nothing that was freed */
#include <stdlib.h>

int main(void)
{
    int size = 1;
    int *p = calloc(2, sizeof *p);
    size -= 2;
    p[0] = p[size - 1];
    free(p);
    return 0;
}
