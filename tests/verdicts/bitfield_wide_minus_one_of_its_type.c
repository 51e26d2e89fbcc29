/* expect: assert */
/* -1 as an unsigned long has 64 bits, and is no value of a bit-field of 33. */
#include <assert.h>
struct s { unsigned long y : 33; } s;
int main(void)
{
    s.y = -1;
    assert(s.y == -1UL);
    return 0;
}
