/* expect: overflow */
/* the negative of an element does not fit */
#include <limits.h>

int main(void) {
    volatile int a[2] = {INT_MIN, 0};
    a[1] = -a[0];
    return a[1] == 3;
}
