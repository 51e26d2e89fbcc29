// expect: pass
// The only pointer is one past the end.
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
    int *end = malloc(2 * sizeof *end);
    end[1] = 5;
    end += 2;
    others();
    assert(end[-1] == 5);
    return 0;
}
