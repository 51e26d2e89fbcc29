// truth: not pass
// Memory of the heap has no value at first.
#include <assert.h>
#include <stdlib.h>

int main(void) { int *p = malloc(sizeof *p); if (!p) return 0; if (*p == 5) assert(0); free(p); return 0; }
