/* expect: safe */
/* -1 becomes a number of 33 bits when it is compared with such a bit-field, and as a case. */
#include <assert.h>
struct s { unsigned long y : 33; } s;
int main(void)
{
    int seen = 0;
    s.y = -1;
    assert(s.y == -1);
    assert(!(s.y < -1));
    switch (s.y) {
    case -1: seen = 1; break;
    default: break;
    }
    assert(seen);
    return 0;
}
