// A stale pointer is an error although its address was given out again.
// fails: Freed
#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p);
    free(p);
    int *q = malloc(sizeof *q);
    *q = 1;
    return *p;
}
