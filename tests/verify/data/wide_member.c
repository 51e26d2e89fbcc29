// truth: fail assertion
// A long member of a result goes to an int.
#include <assert.h>

struct s { long a; }; static struct s mk(void) { struct s v = { 1 }; return v; } int g; int main(void) {
    g = mk().a; assert(g == 0); return 0; }
