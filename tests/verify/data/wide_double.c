// truth: fail assertion
// A double result goes to an int.
#include <assert.h>

double f(void) { return 1.5; } int g = 5; int main(void) { g = f(); assert(g == 5); }
