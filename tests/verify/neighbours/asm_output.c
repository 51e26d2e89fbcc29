// expect: incomplete
#include <assert.h>
int x;
int main(void) { __asm__ ("movl $1, %0" : "=m" (x)); assert(x == 0); return 0; }
