/* expect: safe */
/* two blocks are different objects */
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    int *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    if (a && b) {
        *a = 1;
        *b = 2;
        assert(a != b && *a == 1);
    }
    free(a);
    free(b);
    return 0;
}
