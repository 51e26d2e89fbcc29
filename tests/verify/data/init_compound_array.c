// truth: fail assertion
// The address comes out of a compound literal of pointers.
#include <assert.h>

int x; int *q;
int main(void) { q = (int *[]){ &x }[0]; *q = 2; assert(x == 0); }
