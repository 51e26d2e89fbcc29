// expect: incomplete
// The only pointer is a distance from another object.
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
    char *p = malloc(1), *q = malloc(1);
    *p = 5, *q = 6;
    intptr_t apart = (intptr_t)p - (intptr_t)q;
    p = 0;
    others();
    p = (char *)((intptr_t)q + apart);
    assert(*p == 5);
    return 0;
}
