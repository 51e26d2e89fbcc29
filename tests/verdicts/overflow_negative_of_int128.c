/* expect: overflow */
/* the negative of the least number of 128 bits does not fit */
#include <limits.h>

int main(void) {
    volatile __int128 m = (__int128)1 << 126;
    m = -m - m;
    __int128 y = -m;
    return y == 3;
}
