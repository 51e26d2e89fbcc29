// expect: pass
// The only pointer is in a sum that leads elsewhere, and comes back.
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
    intptr_t far = (intptr_t)p + ((intptr_t)1 << 40);
    p = 0;
    others();
    p = (int *)(far - ((intptr_t)1 << 40));
    assert(*p == 5);
    return 0;
}
