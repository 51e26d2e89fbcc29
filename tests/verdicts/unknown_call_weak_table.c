/* expect: not safe */
/* A table with a weak function that no source defines holds a null pointer. */
#include <assert.h>
__attribute__((weak)) int hook(void);
static int (*table[])(void) = { hook };

int main(void)
{
    assert(table[0]);
    return 0;
}
