// reads: *at = 0x2b3c96000000, of an object that is gone
// reads: at = &p
#include <stdlib.h>
int main(void) {
    int *p = malloc(4), **at = &p;
    free(p);
    free(*at);
    return 0;
}
