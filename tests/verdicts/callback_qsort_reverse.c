/* expect: assert */
/* the comparator sorts downwards */
#include <assert.h>
#include <stdlib.h>

static int down(const void *a, const void *b) { return *(const int *)b - *(const int *)a; }

int main(void)
{
    int v[3] = { 2, 3, 1 };
    qsort(v, 3, sizeof *v, down);
    assert(v[0] == 1);
    return 0;
}
