// truth: pass
// Both members are set before the struct is copied: the answer is exact.
#include <assert.h>

struct s { int a, b; }; int main(void) { struct s v, w; v.a = 1; v.b = 2; w = v; assert(w.b == 2); return 0; }
