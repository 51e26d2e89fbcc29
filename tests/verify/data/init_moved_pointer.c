// truth: fail assertion
// The pointer leads to the middle of an array and is moved.
#include <assert.h>

int a[3]; int *mid = &a[1];
int main(void) { mid[1] = 5; mid++; assert(a[2] == 0); }
