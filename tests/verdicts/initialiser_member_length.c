/* expect: not safe */
/* gcc: a member with a length that is not a constant; the size of such a struct is not known here */
#include <assert.h>
static int size(int n) {
    struct s { int a[n]; } *p = 0;
    return sizeof *p;
}
int main(void) {
    assert(size(3) == 8);
    return 0;
}
