// truth: pass
// The pointer is set before it is used: the answer is exact.
#include <assert.h>

int main(void) { int x = 1, *p; p = &x; *p = 3; assert(x == 3); return 0; }
