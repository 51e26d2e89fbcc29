// expect: pass
// The only pointer is before the object.
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
    intptr_t p = (intptr_t)malloc(2 * sizeof(int)) - (intptr_t)sizeof(int);
    ((int *)p)[1] = 5;
    others();
    assert(((int *)p)[1] == 5);
    return 0;
}
