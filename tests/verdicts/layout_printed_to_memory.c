/* expect: not safe */
/* the digits of an address are the linker's choice */
#include <assert.h>
#include <stdio.h>

int object;

int main(void) {
    char text[32];
    int n = snprintf(text, sizeof text, "%p", (void *)&object);
    assert(text[n - 1] % 2 == 0);
    return 0;
}
