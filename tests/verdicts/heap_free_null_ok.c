/* expect: safe */
/* free of a null pointer does nothing */
#include <assert.h>
#include <stdlib.h>

static void drop(int **p) { free(*p); *p = 0; }

int main(void)
{
    int *p = malloc(sizeof *p);
    if (p)
        *p = 1;
    drop(&p);
    drop(&p);
    assert(p == 0);
    return 0;
}
