// expect: pass
#include <assert.h>
int x;
static void __attribute__((constructor(101))) begin(void) { x = 1; }
int main(void) { assert(x == 1); return 0; }
