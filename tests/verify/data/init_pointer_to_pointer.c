// truth: fail assertion
// A pointer inside of a struct leads to a pointer to the variable.
#include <assert.h>

int x; struct s { struct { int **q; } in; }; int *p = &x; struct s v = { { &p } };
int main(void) { **v.in.q = 3; assert(x == 0); }
