/* expect: assert */
/* a number that is no value of the enumeration comes to the default */
#include <assert.h>

enum mode { OFF, ON };

static int power(int m)
{
    switch (m) {
    case OFF: return 0;
    case ON: return 5;
    default: assert(!"no such mode"); return -1;
    }
}

int main(void)
{
    int sum = 0;
    for (int m = OFF; m <= ON + 1; m++)
        sum += power(m);
    return sum;
}
