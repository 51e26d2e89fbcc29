/* expect: assert */
/* an atomic builtin writes through a pointer that comes out of a table */
#include <assert.h>

static int a = 1, b = 1;
static int *const slot[] = { &a, &b };

int main(void)
{
    __atomic_store_n(slot[1], 5, __ATOMIC_SEQ_CST);
    __sync_fetch_and_add(slot[0], 1);
    assert(a == 2);
    assert(b == 1);
    return 0;
}
