/* expect: not safe */
/* a char may stand at any address */
#include <assert.h>
#include <stdint.h>

static char c;

int main(void)
{
    assert(((uintptr_t)&c & 7) == 0);
    return 0;
}
