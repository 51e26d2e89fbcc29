// reads: left = 250
// reads: right = 2
#include <stdlib.h>
static unsigned char left = 250, right = 2;
static void give_up(void) { abort(); }
int main(void) {
    if (left > right)
        give_up();
    return 0;
}
