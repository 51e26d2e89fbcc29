/* expect: safe */
/* nothing runs behind exit */
#include <assert.h>
#include <stdlib.h>

static void give_up(int code) { exit(code); }

int main(void)
{
    int *p = 0;
    give_up(0);
    *p = 1;
    assert(0);
    return 0;
}
