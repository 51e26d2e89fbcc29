/* expect: assert */
/* a handler for the end of the program finds what main left */
#include <assert.h>
#include <stdlib.h>

static int open_files;
static void check(void) { assert(open_files == 0); }

int main(void)
{
    atexit(check);
    open_files++;
    return 0;
}
