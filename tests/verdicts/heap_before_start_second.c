/* expect: bounds */
/* the same below an object that is not the first, after others were freed */
#include <stdlib.h>

int main(void)
{
    char *a = malloc(8), *b = malloc(8), *c = malloc(8);
    free(a);
    free(c);
    b[-1] = 1;
    free(b);
    return 0;
}
