// expect: fail assertion
#include <assert.h>
int x;
int main(void) { assert(x++ == 0); assert(x == 0); return 0; }
