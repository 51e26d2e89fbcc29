/* expect: overflow */
/* an input may be the greatest long */
#include <limits.h>

extern long __VERIFIER_nondet_long(void);

int main(void) {
    long x = __VERIFIER_nondet_long();
    long y = x + 1;
    return y == 3;
}
