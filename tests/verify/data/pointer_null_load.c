// truth: fail null
// A load through null.
#include <stdlib.h>

int main(void) { int *p = malloc(4); p = 0; int x = *p; (void)x; return 0; }
