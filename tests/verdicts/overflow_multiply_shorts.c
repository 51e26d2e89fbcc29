/* expect: overflow */
/* unsigned shorts become ints, and their product does not fit */
#include <limits.h>

int main(void) {
    volatile unsigned short a = 65535;
    int y = a * a;
    return y == 3;
}
