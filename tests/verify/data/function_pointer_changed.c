// truth: fail assertion
// The function pointer is changed before the call.
#include <assert.h>

static int one(void) { return 1; }
static int two(void) { return 2; }
int main(void) { int (*f)(void) = one; f = two; assert(f() == 1); return 0; }
