// truth: fail assertion
// Half of the variable is stored to through another type.
#include <assert.h>

int x; int main(void) { short *p = (short *)&x; p[1] = 7; assert(x == 0); }
