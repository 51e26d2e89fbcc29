/* expect: bounds */
/* reads a line into a buffer and forgets its end */
#include <stdio.h>
int main(void) {
    char b[4];
    int c, n = 0;
    while ((c = getchar()) != EOF && c != '\n') {
        if (n < 4) b[n++] = (char)c;
    }
    b[n] = 0;
    return b[0] == 'q';
}
