// truth: pass
// Comparisons of unsigned values.
#include <assert.h>

int main(void) { unsigned u = 4000000000u; int i = -1; assert(u > 5); assert((unsigned)i > u);
    assert(-1 > 1u); return 0; }
