/* expect: safe */
/* Complement and minus keep the width; the value of an assignment and of a step is that of the bit-field. */
#include <assert.h>
struct s { unsigned long y : 33; unsigned __int128 w : 40; } s;
int main(void)
{
    unsigned long v;
    s.y = 0;
    v = ~s.y;
    assert(v == 0x1ffffffffUL);
    s.y = 1;
    v = -s.y;
    assert(v == 0x1ffffffffUL);
    v = (s.y = ~0UL) + 1;
    assert(v == 0);
    v = ++s.y;
    assert(v == 0 && s.y-- == 0 && s.y == 0x1ffffffffUL);
    v = (1 ? s.y : 0) + 1;
    assert(v == 0);
    s.w = ~0UL;
    assert(s.w + 1 == 0 && sizeof(s.w + 1) == 8);
    return 0;
}
