/* expect: not safe */
/* An object with the type of a bit-field of 33 bits has 33 bits. */
#include <assert.h>
struct s { unsigned long y : 33; } s;
int main(void)
{
    __typeof__(s.y + 1) z = 0x1ffffffffUL;
    z++;
    assert(z != 0);
    return 0;
}
