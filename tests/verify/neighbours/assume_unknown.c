// expect: pass
#include <assert.h>
void __VERIFIER_assume(int); int __VERIFIER_nondet_int(void); _Bool __VERIFIER_nondet_bool(void);
int main(void) { int x = __VERIFIER_nondet_int(); __VERIFIER_assume(x > 3); assert(x > 2); return 0; }
