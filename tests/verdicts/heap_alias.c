/* expect: assert */
/* two pointers to one block */
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    int *a = calloc(1, sizeof *a), *b = a;
    if (!a)
        return 0;
    *b = 3;
    assert(*a == 0);
    free(a);
    return 0;
}
