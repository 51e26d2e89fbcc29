/* expect: overflow */
/* the negative of the least long does not fit */
#include <limits.h>

int main(void) {
    volatile long m = LONG_MIN;
    long y = -m;
    return y == 3;
}
