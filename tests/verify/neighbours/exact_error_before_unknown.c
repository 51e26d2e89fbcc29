// expect: fail assertion
#include <assert.h>
int f(int);
int y;
int main(void) { assert(y); return f(1); }
