// truth: fail assertion
// The pointers are exchanged by a function.
#include <assert.h>

static void swap(int **a, int **b) { int *t = *a; *a = *b; *b = t; }
int main(void) { int x = 1, y = 2, *p = &x, *q = &y; swap(&p, &q); *p = 9; assert(y == 2); return 0; }
