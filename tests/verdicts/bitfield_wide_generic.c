/* expect: assert */
/* A bit-field of 33 bits is of no type that has a name. */
#include <assert.h>
struct s { unsigned long y : 33; } s;
int main(void)
{
    assert(_Generic(s.y + 1, unsigned long: 1, default: 0));
    return 0;
}
