/* expect: safe */
/* memmove of areas that overlap. */
#include <assert.h>
#include <string.h>
int main(void) {
    char text[8] = "abcdef";
    memmove(text, text + 2, 5);
    assert(strcmp(text, "cdef") == 0);
    return 0;
}
