// expect: incomplete
#include <assert.h>
void fill(int *);
int main(void) { int x = 0; fill(&x); assert(x == 0); return 0; }
