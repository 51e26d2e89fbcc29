// expect: pass
#include <assert.h>
#include <stdlib.h>
void f(void) { assert(0); }
int main(void) { atexit(f); _Exit(0); }
