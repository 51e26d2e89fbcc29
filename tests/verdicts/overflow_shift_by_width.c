/* expect: overflow */
/* a shift by the width of the type */
#include <limits.h>

int main(void) {
    volatile int n = 32;
    unsigned y = 1u >> n;
    return y == 3;
}
