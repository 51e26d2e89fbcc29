/* expect: safe */
/* a short becomes an int and is cut */
#include <limits.h>

int main(void) {
    volatile short m = SHRT_MAX;
    m++;
    return m == 3;
}
