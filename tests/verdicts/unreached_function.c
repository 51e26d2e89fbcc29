/* expect: safe */
/* a function with a defect that nobody calls */
#include <assert.h>

static int table[2];
int debug_dump(void) { return table[5] / 0; }

int main(void)
{
    table[1] = 1;
    assert(table[0] == 0);
    return 0;
}
