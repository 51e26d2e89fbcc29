// truth: fail assertion
// One half of a union is written.
#include <assert.h>

union u { int i; short h[2]; } v; int main(void) { v.i = 0; v.h[0] = 1; assert(v.i == 0); return 0; }
