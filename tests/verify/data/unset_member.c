// truth: not pass
// Only one member of the struct is set.
#include <assert.h>

struct s { int a, b; }; int main(void) { struct s v; v.a = 1; if (v.b == 7) assert(0); return 0; }
