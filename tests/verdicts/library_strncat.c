/* expect: bounds */
/* strncat counts the room without the end */
#include <string.h>
int main(int argc, char **argv) {
    char b[8] = "abc";
    strncat(b, "defgh", sizeof b - strlen(b));
    return b[0] != 'a';
}
