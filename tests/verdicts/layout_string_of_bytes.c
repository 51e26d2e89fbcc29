/* expect: not safe */
/* how many bytes of an address are not 0 is the linker's choice */
#include <assert.h>
#include <string.h>

int object;

int main(void) {
    int *p = &object;
    assert(strnlen((char *)&p, 8) < 8 && strnlen((char *)&p, 3) != 2);
    return 0;
}
