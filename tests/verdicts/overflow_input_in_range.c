/* expect: safe */
/* only what fits is negated */
#include <limits.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 0 && x > -5)
        x = -x;
    return x == 3;
}
