// truth: fail assertion
// The address is in a compound literal that is passed by value.
#include <assert.h>

int x; struct P { int n; int *p; };
static void set(struct P v) { *v.p = 1; }
int main(void) { set((struct P){ .p = &x }); assert(x == 0); }
