// reads: a = 3
// reads: b = 4
#include <assert.h>
int main(void) {
    int a = 3, b = 4;
    for (int k = 0; k < 2; k++)
        assert(a == 1 || b == 2);
    return 0;
}
