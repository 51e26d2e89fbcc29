// truth: pass
// An atomic signed char wraps.
#include <assert.h>
#include <stdatomic.h>

_Atomic signed char c = 127; int main(void) { c++; assert(c == -128); c += 200; assert(c == 72); }
