// expect: fail assertion
#include <assert.h>
#include <stdlib.h>
int n;
void f(void) { assert(n == 0); }
int main(void) { atexit(f); n = 1; return 0; }
