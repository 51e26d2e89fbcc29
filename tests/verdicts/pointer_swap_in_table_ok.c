/* expect: safe */
/* after two exchanges every entry of the table leads where it did */
#include <assert.h>

static int low = 1, high = 9;
static int *range[] = { &low, &high };

static void swap(int **a, int **b) { int *t = *a; *a = *b; *b = t; }

int main(void)
{
    swap(&range[0], &range[1]);
    assert(*range[0] == 9);
    swap(range, range + 1);
    *range[0] = 5;
    assert(low == 5 && high == 9);
    return 0;
}
