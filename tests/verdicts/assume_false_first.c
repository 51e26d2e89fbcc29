/* expect: safe */
/* behind an assumption that never holds nothing is reached */
#include <assert.h>

void __VERIFIER_assume(int);

int main(void)
{
    int n = 3;
    __VERIFIER_assume(n > 3);
    assert(0);
    return 0;
}
