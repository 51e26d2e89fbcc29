/* expect: not safe */
/* an address as a number, as a text, and as a number again */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

int object;

int main(void) {
    char text[32];
    sprintf(text, "%lu", (unsigned long)&object);
    assert(strtoul(text, 0, 10) % 64 == (unsigned long)strtoul(text, 0, 10) % 32);
    return 0;
}
