/* expect: safe */
/* the default of a switch over all values of an enumeration */
#include <assert.h>

enum mode { OFF, ON };

static int power(enum mode m)
{
    switch (m) {
    case OFF: return 0;
    case ON: return 5;
    default: assert(!"no such mode"); return -1;
    }
}

int main(void)
{
    assert(power(OFF) == 0 && power(ON) == 5);
    return 0;
}
