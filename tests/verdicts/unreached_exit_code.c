/* expect: assert */
/* exit in a condition that does not hold: what follows is reached */
#include <assert.h>
#include <stdlib.h>

static int errors;

int main(void)
{
    if (errors > 0)
        exit(1);
    errors++;
    assert(errors == 0);
    return 0;
}
