/* expect: overflow */
/* an input may be the least long */
#include <limits.h>

extern long __VERIFIER_nondet_long(void);

int main(void) {
    long x = __VERIFIER_nondet_long();
    long y = -x;
    return y == 3;
}
