/* expect: safe */
/* bytes are taken as unsigned char before they are put together */
#include <assert.h>

static unsigned load(const char *b) { return (unsigned char)b[0] | (unsigned char)b[1] << 8; }

int main(void)
{
    const char wire[2] = { (char)0x90, (char)0xfe };
    assert(load(wire) == 0xfe90);
    return 0;
}
