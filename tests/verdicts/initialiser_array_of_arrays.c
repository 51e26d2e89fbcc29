/* expect: assert */
/* a table of pointers to rows */
#include <assert.h>

static int row0[2] = { 1, 2 }, row1[2] = { 3, 4 };
static int *rows[2] = { row0, row1 };

int main(void)
{
    for (int i = 0; i < 2; i++)
        rows[i][1] = 0;
    assert(row1[0] == 3);
    assert(row1[1] == 4);
    return 0;
}
