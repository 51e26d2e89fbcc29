// reads: a = 3
// reads: b = 4
// reads: count = 3  (in main)
// reads: *p = 4  (in main)
// reads: p = &limit  (in main)
#include <assert.h>
int count = 3, limit = 4;
static void check_equal(int a, int b, const char *what) { assert(a == b); }
int main(void) {
    int *p = &limit;
    check_equal(count, *p, "count");
    return 0;
}
