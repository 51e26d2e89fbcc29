// expect: pass
// The only pointer is in the exclusive or of two.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
static void others(void) {
    for (int i = 0; i < 3; i++) {
        int *o = malloc(sizeof *o);
        *o = 100 + i;
    }
}
int main(void) {
    int *p = malloc(sizeof *p), *q = malloc(sizeof *q);
    *p = 5, *q = 6;
    uintptr_t both = (uintptr_t)p ^ (uintptr_t)q;
    p = 0;
    others();
    p = (int *)(both ^ (uintptr_t)q);
    assert(*p == 5 && *q == 6);
    return 0;
}
