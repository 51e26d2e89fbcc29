/* expect: safe */
/* unsigned numbers wrap */
#include <limits.h>

int main(void) {
    volatile unsigned m = 5;
    unsigned y = -m;
    return y == 3;
}
