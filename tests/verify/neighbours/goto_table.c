// expect: pass
#include <assert.h>
int x;
int main(void) { void *to[] = { &&a, &&b }; goto *to[1]; a: x = 1; b: assert(x == 0); return 0; }
