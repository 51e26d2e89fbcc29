/* expect: assert */
/* a byte of an integer is written through a pointer to unsigned char */
#include <assert.h>

static unsigned counter = 0x100;

int main(void)
{
    unsigned char *bytes = (unsigned char *)&counter;
    bytes[0] = 1;
    assert(counter == 0x100);
    return 0;
}
