// reads: strcmp(name, "ax") = 1
// reads: name = &text
#include <assert.h>
#include <string.h>
char text[] = "ay";
int main(void) {
    char *name = text;
    assert(strcmp(name, "ax") == 0);
    return 0;
}
