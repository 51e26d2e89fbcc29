/* expect: memory */
/* the labels of the clean-up are in the wrong order, so that one block is freed twice */
#include <stdlib.h>

static int setup(int fail)
{
    char *a = malloc(1), *b = 0;
    int r = -1;
    if (!a)
        return -1;
    b = malloc(1);
    if (!b || fail)
        goto free_a;
    r = 0;
    free(b);
free_a:
    free(a);
    if (r == 0)
        free(b);
    return r;
}

int main(void)
{
    return setup(0);
}
