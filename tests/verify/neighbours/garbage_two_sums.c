// expect: pass
// Out of the object first, out of its slot then.
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
    char *p = malloc(4);
    p[0] = 5;
    intptr_t far = (intptr_t)p + 4000;
    p = 0;
    far = far + ((intptr_t)1 << 33);
    others();
    p = (char *)(far - 4000 - ((intptr_t)1 << 33));
    assert(p[0] == 5);
    return 0;
}
