// expect: fail assertion
#include <assert.h>
void __VERIFIER_assume(int); int __VERIFIER_nondet_int(void); _Bool __VERIFIER_nondet_bool(void);
int main(void) { _Bool b = __VERIFIER_nondet_bool(); __VERIFIER_assume(!b); assert(b); return 0; }
