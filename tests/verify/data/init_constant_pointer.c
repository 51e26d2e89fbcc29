// truth: pass
// A constant pointer means one variable: the answer is exact.
#include <assert.h>

static int x, *const p = &x;
int main(void) { *p = 2; assert(x == 2); }
