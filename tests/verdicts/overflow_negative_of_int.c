/* expect: overflow */
/* the negative of the least int does not fit */
#include <limits.h>

int main(void) {
    volatile int m = INT_MIN;
    int y = -m;
    return y == 3;
}
