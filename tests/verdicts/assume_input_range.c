/* expect: safe */
/* an input that is assumed to be in range */
#include <assert.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
static int slot[3];

int main(void)
{
    int i = __VERIFIER_nondet_int();
    __VERIFIER_assume(i >= 0 && i < 3);
    slot[i] = 1;
    assert(slot[0] + slot[1] + slot[2] == 1);
    return 0;
}
