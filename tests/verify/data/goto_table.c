// truth: pass
// A computed goto through a static table.
#include <assert.h>

int n; int main(void) { static void *t[] = { &&a, &&b }; int i = 1; goto *t[i]; a: n = 1;
    b: assert(n == 0); return 0; }
