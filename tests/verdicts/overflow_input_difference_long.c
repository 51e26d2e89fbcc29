/* expect: overflow */
/* ten less an input may not fit */
#include <limits.h>

extern long __VERIFIER_nondet_long(void);

int main(void) {
    long x = __VERIFIER_nondet_long();
    long y = 10 - x;
    return y == 3;
}
