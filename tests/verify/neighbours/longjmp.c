// expect: fail assertion
#include <setjmp.h>
#include <assert.h>
jmp_buf b; int n;
int main(void) { if (setjmp(b) == 0) { n++; longjmp(b, 1); } assert(n == 0); return 0; }
