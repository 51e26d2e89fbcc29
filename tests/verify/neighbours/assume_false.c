// expect: pass
#include <assert.h>
void __VERIFIER_assume(int); int __VERIFIER_nondet_int(void); _Bool __VERIFIER_nondet_bool(void);
int main(void) { __VERIFIER_assume(0); assert(0); return 0; }
