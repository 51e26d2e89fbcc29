// expect: pass
// The only pointer is at an odd place.
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
struct __attribute__((packed)) odd { char c; int *p; };
static struct odd kept;
int main(void) {
    kept.p = malloc(sizeof(int));
    *kept.p = 5;
    others();
    assert(*kept.p == 5);
    return 0;
}
