/* expect: safe */
/* a pointer to a row of a matrix steps by rows */
#include <assert.h>

static int m[3][2] = { { 1, 2 }, { 3, 4 }, { 5, 6 } };

int main(void)
{
    int (*row)[2] = m;
    row++;
    (*row)[1] = 40;
    assert(m[1][1] == 40);
    assert(row[1][0] == 5);
    assert(&row[-1][1] == &m[0][1]);
    return 0;
}
