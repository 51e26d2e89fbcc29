/* expect: safe */
/* an array of unions: each element has its own storage */
#include <assert.h>

union cell { int i; unsigned char b[4]; };
static union cell c[3];

int main(void)
{
    c[0].i = -1;
    c[2].b[3] = 0x80;
    assert(c[0].b[2] == 0xff && c[1].i == 0);
    assert(c[2].i < 0);
    assert(sizeof c == 12);
    return 0;
}
