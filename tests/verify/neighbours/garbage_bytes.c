// expect: pass
// The bytes of the only pointer lie backwards.
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
    unsigned char back[sizeof p];
    *p = 5;
    for (unsigned i = 0; i < sizeof p; i++)
        back[sizeof p - 1 - i] = ((unsigned char *)&p)[i];
    p = 0;
    others();
    for (unsigned i = 0; i < sizeof p; i++)
        ((unsigned char *)&p)[i] = back[sizeof p - 1 - i];
    assert(*p == 5);
    return 0;
}
