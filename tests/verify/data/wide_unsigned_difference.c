// truth: fail assertion
// An unsigned difference is never negative.
#include <assert.h>

int main(void) { unsigned x = 7; int r = x / 2u - 4 > 0; assert(r == 0); return 0; }
