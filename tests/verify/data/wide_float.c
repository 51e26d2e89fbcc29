// truth: fail assertion
// A float result goes to an int.
#include <assert.h>

float h(float x) { return x * 2; }
int main(void) { int i = 3; i = h(i); assert(i == 3); return 0; }
