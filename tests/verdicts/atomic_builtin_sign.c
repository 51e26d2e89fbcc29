/* expect: assert */
/* the second load is of an unsigned object: its value is not negative, whatever the first was of */
#include <assert.h>

static int i = -1;
static unsigned u = 0xffffffffu;

int main(void)
{
    long a = __atomic_load_n(&i, __ATOMIC_SEQ_CST);
    long b = __atomic_load_n(&u, __ATOMIC_SEQ_CST);
    assert(a == b);
    return 0;
}
