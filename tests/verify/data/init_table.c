// truth: fail assertion
// Both variables are set through a table of pointers that is initialised before the program starts.
#include <assert.h>

int a, b; int *t[2] = { &a, &b };
int main(void) { for (int i = 0; i < 2; i++) *t[i] = i + 1; assert(b == 0); }
