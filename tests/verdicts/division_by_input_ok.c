/* expect: safe */
/* The divisor that is an input is never zero where it divides. */
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void)
{
    int i = __VERIFIER_nondet_int();
    if (i < 1 || i > 100)
        return 0;
    assert(100 / i >= 1);
    return 100 % i;
}
