// truth: not pass
// Only one element of the array is set.
#include <assert.h>

int main(void) { int a[3]; a[0] = 1; if (a[1] == 3) assert(0); return 0; }
