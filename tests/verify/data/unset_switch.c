// truth: not pass
// No case of the switch fits.
#include <assert.h>

int main(void) { int x; switch (3) { case 1: x = 1; break; case 2: x = 2; } if (x == 9) assert(0); return 0; }
