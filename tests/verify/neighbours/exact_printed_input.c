// expect: fail assertion
// The library prints what is known, and asks before. With the input that leads to the error it must do the same.
#include <assert.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    printf("%d\n", x);
    assert(x < 1000);
    return 0;
}
