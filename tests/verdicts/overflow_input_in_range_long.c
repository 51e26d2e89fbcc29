/* expect: safe */
/* the ends of the range are left out */
#include <limits.h>

extern long __VERIFIER_nondet_long(void);

int main(void) {
    long x = __VERIFIER_nondet_long();
    if (x == LONG_MAX)
        x = 0;
    x++;
    if (x < 0 && x > LONG_MIN)
        x = -x;
    return x == 3;
}
