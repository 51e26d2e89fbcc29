/* expect: safe */
/* conversion to _Bool asks for zero, conversion to a byte cuts */
#include <assert.h>
#include <stdbool.h>

int main(void)
{
    int flags = 0x100;
    bool set = flags;
    unsigned char cut = flags;
    assert(set && !cut);
    assert((bool)0.5 == 1 && (bool)(void *)0 == 0);
    return 0;
}
