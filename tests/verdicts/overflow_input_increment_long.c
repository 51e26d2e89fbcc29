/* expect: overflow */
/* one more than an input may not fit */
#include <limits.h>

extern long __VERIFIER_nondet_long(void);

int main(void) {
    long x = __VERIFIER_nondet_long();
    x++;
    return x == 3;
}
