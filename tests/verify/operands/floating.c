// reads: half = 0.5
// reads: x = 1.5
#include <assert.h>
double x = 1.5;
int main(void) {
    float half = 0.5f;
    assert(half + x < 2);
    return 0;
}
