// expect: fail leak
// options: --check leak
#include <stdlib.h>
int main(void) { int *p = malloc(4); *p = 1; p = 0; return 0; }
