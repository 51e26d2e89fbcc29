/* expect: safe */
/* a pointer into the middle of an object goes back to its beginning */
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    int *p = calloc(4, sizeof *p), *q = p + 3;
    p[1] = 5;
    assert(q[-2] == 5 && q[-3] == 0);
    free(q - 3);
    return 0;
}
