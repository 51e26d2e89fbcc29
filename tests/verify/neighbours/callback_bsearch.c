// expect: fail assertion
#include <assert.h>
#include <stdlib.h>
int n, v[2];
int cmp(const void *a, const void *b) { n++; return 0; }
int main(void) { int k = 0; bsearch(&k, v, 2, sizeof *v, cmp); assert(n == 0); return 0; }
