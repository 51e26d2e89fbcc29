/* expect: not safe */
/* which bytes an address is made of is the linker's choice */
#include <assert.h>
#include <string.h>

int object;

int main(void) {
    int *p = &object;
    assert(memchr(&p, 0x13, 4) == 0);
    return 0;
}
