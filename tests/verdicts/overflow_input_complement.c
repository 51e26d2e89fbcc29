/* expect: safe */
/* the complement always fits */
#include <limits.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = ~x;
    return y == 3;
}
