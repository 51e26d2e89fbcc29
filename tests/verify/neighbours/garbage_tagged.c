// expect: pass
// The only pointer has a tag.
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
    int *p = malloc(sizeof *p);
    *p = 5;
    uintptr_t tagged = (uintptr_t)p | 1;
    p = 0;
    others();
    assert(*(int *)(tagged & ~(uintptr_t)1) == 5);
    return 0;
}
