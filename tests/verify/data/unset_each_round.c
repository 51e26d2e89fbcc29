// truth: not pass
// The variable of a loop is new in each round.
#include <assert.h>

int main(void) { int y; for (int i = 0; i < 2; i++) { int x; if (i == 0) x = 1; y = x; } assert(y == 1);
    return 0; }
