// expect: incomplete
#include <assert.h>
int ready(void); int x;
int main(void) { if (ready()) x = 0; assert(x == 0); return 0; }
