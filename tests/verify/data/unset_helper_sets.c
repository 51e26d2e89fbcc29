// truth: pass
// A helper sets the variable: the answer is exact.
#include <assert.h>

static void init(int *p) { *p = 4; }
int main(void) { int x; init(&x); assert(x == 4); return 0; }
