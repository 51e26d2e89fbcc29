// reads: b = 8
// reads: c = 0
#include <assert.h>
int a = 7, b = 8, c = 0, d = 1;
int main(void) {
    if (d)
        assert((c ? a : b) == 7);
    return 0;
}
