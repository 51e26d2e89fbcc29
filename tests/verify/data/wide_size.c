// truth: fail assertion
// An int is computed from a size_t.
#include <assert.h>
#include <stddef.h>

size_t n = 3; int main(void) { int k = (int)(n - 4); assert(k == 0); }
