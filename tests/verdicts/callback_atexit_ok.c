/* expect: safe */
/* handlers for the end of the program run in reverse order */
#include <assert.h>
#include <stdlib.h>

static int open_files;
static void check(void) { assert(open_files == 0); }
static void close_all(void) { open_files = 0; }

int main(void)
{
    atexit(check);
    atexit(close_all);
    open_files++;
    return 0;
}
