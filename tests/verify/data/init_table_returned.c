// truth: fail assertion
// The pointer is returned out of a table.
#include <assert.h>

int g; static int *pick(int n) { static int *const t[2] = { 0, &g }; return t[n]; }
int main(void) { int *p = pick(1); if (p) *p = 8; assert(g == 0); }
