/* expect: safe */
/* unsigned numbers wrap */
#include <limits.h>

extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
    unsigned long x = __VERIFIER_nondet_ulong();
    unsigned long y = -x + 1;
    return y == 3;
}
