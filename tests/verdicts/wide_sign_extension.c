/* expect: assert */
/* a byte with its highest bit set becomes a negative number on its way into 32 bits */
#include <assert.h>

static unsigned load(const char *b) { return b[0] | b[1] << 8; }

int main(void)
{
    const char wire[2] = { (char)0x90, 0x01 };
    assert(load(wire) == 0x190);
    return 0;
}
