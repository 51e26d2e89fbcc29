// expect: pass
// The only pointer is the bits of a floating point number.
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
    union { int *p; double d; } u;
    double kept;
    u.p = malloc(sizeof(int));
    *u.p = 5;
    kept = u.d * 2;
    u.p = 0;
    others();
    u.d = kept / 2;
    assert(*u.p == 5);
    return 0;
}
