/* expect: safe */
/* main calls itself */
#include <assert.h>

static int entered;

int main(void)
{
    if (++entered < 3)
        return main();
    assert(entered == 3);
    return 0;
}
