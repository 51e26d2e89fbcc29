/* expect: bounds */
/* memset clears as many bytes as the pointer's target does not have */
#include <string.h>

static int table[3];

int main(void)
{
    memset(table, 0, 4 * sizeof *table);
    return 0;
}
