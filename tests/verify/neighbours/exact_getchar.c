// expect: fail assertion
#include <assert.h>
#include <stdio.h>
int main(void) { assert(getchar() != 0xe9); return 0; }
