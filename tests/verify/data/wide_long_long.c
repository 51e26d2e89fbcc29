// truth: fail assertion
// A long long result goes to an int.
#include <assert.h>

long long f(void) { return 1LL << 33; } int g = 5; int main(void) { g = f(); assert(g == 5); }
