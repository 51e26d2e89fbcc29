// truth: pass
// Both branches set the variable: the answer is exact.
#include <assert.h>

int main(void) { int x; int n = 2; if (n > 1) x = 1; else x = 2; assert(x == 1); int k; do { k = n--;
    } while (n); assert(k == 1); return 0; }
