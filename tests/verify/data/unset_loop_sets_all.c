// truth: pass
// A loop sets all elements: the answer is exact.
#include <assert.h>

int main(void) { int a[3]; for (int i = 0; i < 3; i++) a[i] = i; int s = 0; for (int i = 0; i < 3;
    i++) s += a[i]; assert(s == 3); return 0; }
