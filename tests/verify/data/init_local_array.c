// truth: fail assertion
// The address is in the initialiser of a local array.
#include <assert.h>

int x;
int main(void) { int *arr[] = { 0, &x }; *arr[1] = 4; assert(x == 0); }
