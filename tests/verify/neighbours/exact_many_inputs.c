// expect: fail assertion
// So many choices that the step is cut; with the inputs that lead to the error there are none.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int sum = 0;
    for (int i = 0; i < 12; i++)
        if (__VERIFIER_nondet_int() > 10 + i)
            sum++;
    assert(sum != 6);
    return 0;
}
