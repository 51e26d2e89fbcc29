// expect: pass
// The halves of the only pointer are apart.
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
    struct { char low[4]; long between; char high[4]; } apart = {{0}, 0, {0}};
    *p = 5;
    memcpy(apart.low, &p, 4);
    memcpy(apart.high, (char *)&p + 4, 4);
    p = 0;
    others();
    memcpy(&p, apart.low, 4);
    memcpy((char *)&p + 4, apart.high, 4);
    assert(*p == 5);
    return 0;
}
