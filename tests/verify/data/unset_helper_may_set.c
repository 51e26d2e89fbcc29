// truth: not pass
// A helper sets the variable on one of its ways.
#include <assert.h>

static void init(int *p, int c) { if (c) *p = 4; }
int main(void) { int x; init(&x, 0); if (x == 4) assert(0); return 0; }
