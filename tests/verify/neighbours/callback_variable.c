// expect: pass
#include <assert.h>
#include <stdlib.h>
int n, v[2];
int cmp(const void *a, const void *b) { n++; return 0; }
int main(void) { int (*f)(const void *, const void *) = cmp; qsort(v, 2, sizeof *v, f); assert(n >= 1); return 0; }
