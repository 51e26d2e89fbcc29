/* expect: safe */
/* a short becomes an int first */
#include <limits.h>

int main(void) {
    volatile short m = SHRT_MIN;
    int y = -m;
    return y == 3;
}
