// expect: fail assertion
#include <assert.h>
int x;
void end(void) __attribute__((destructor));
void end(void) { assert(x == 0); }
int main(void) { x = 1; return 0; }
