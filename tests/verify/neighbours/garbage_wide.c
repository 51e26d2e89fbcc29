// expect: pass
// The only pointer is in the upper half of 128 bits, and beside other bits.
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
    unsigned __int128 wide = (unsigned __int128)(uintptr_t)p << 50;
    p = 0;
    others();
    p = (int *)(uintptr_t)(wide >> 50);
    assert(*p == 5);
    return 0;
}
