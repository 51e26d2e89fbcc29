// truth: pass
// Values of 32 bits in 64.
#include <assert.h>

int main(void) { unsigned a = 0; a--; unsigned long b = a; assert(b == 4294967295ul); long c = (int)a;
    assert(c == -1); return 0; }
