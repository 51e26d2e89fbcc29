/* expect: not safe */
/* the allocator decides which address is higher */
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    char *p = malloc(8), *q = malloc(8);
    int lower = p < q;
    free(p);
    free(q);
    assert(lower);
    return 0;
}
