/* expect: overflow */
/* an input may be the least int */
#include <limits.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = -x;
    return y == 3;
}
