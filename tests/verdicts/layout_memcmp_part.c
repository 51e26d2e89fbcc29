/* expect: not safe */
/* whether two addresses share their upper bytes is the linker's choice */
#include <assert.h>
#include <string.h>

int first, second;

int main(void) {
    int *p = &first, *q = &second;
    assert(memcmp((char *)&p + 2, (char *)&q + 2, 6) == 0);
    return 0;
}
