// truth: fail assertion
// A sum that needs 64 bits decides.
#include <assert.h>

static int f(void) { return 2147483647; }
int main(void) { long s = 0; int i; for (i = 0; i < 3; i++) s += f(); i = s > 4000000000L;
    assert(i == 0); return 0; }
