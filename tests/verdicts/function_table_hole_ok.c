/* expect: safe */
/* holes in a table of handlers are left out */
#include <assert.h>
enum { OPEN = 1, CLOSE = 3 };
static int open_(void) { return 1; }
static int close_(void) { return 2; }
static int (*const handler[])(void) = { [OPEN] = open_, [CLOSE] = close_ };

int main(void)
{
    int sum = 0;
    for (unsigned op = 0; op < sizeof handler / sizeof *handler; op++)
        if (handler[op])
            sum += handler[op]();
    assert(sum == 3);
    return 0;
}
