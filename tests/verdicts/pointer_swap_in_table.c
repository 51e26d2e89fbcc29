/* expect: assert */
/* two entries of a table of pointers are exchanged through pointers to pointers */
#include <assert.h>

static int low = 1, high = 9;
static int *range[] = { &low, &high };

static void swap(int **a, int **b) { int *t = *a; *a = *b; *b = t; }

int main(void)
{
    swap(&range[0], &range[1]);
    *range[0] = 5;
    assert(high == 9);
    return 0;
}
