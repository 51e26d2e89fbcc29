/* expect: safe */
/* a variable of the environment is asked for twice */
#include <stdlib.h>
#include <string.h>
int main(void) {
    char b[64] = "";
    if (getenv("HOME") != NULL) strncpy(b, getenv("HOME"), sizeof b - 1);
    return (int)strlen(b) > 63;
}
