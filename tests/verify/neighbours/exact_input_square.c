// expect: incomplete
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) { unsigned x = __VERIFIER_nondet_uint(); assert(x * x != 5); return 0; }
