/* expect: memory */
/* a pointer into the old block is used after realloc gave a new one */
#include <stdlib.h>

int main(void)
{
    int *v = malloc(2 * sizeof *v);
    if (!v) return 0;
    v[0] = 1;
    int *first = &v[0];
    int *more = realloc(v, 4000 * sizeof *v);
    if (!more) { free(v); return 0; }
    *first = 2;
    free(more);
    return 0;
}
