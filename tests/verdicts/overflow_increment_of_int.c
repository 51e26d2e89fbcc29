/* expect: overflow */
/* one more than the greatest int */
#include <limits.h>

int main(void) {
    volatile int m = INT_MAX;
    m++;
    return m == 3;
}
