/* expect: not safe */
/* Whether the end of one object is the start of another one, found by comparing and exchanging. */
#include <assert.h>
#include <stdatomic.h>
static int a[4], b[4];
static int *_Atomic p;

int main(void)
{
    int *expected = b;
    p = a + 4;
    assert(!atomic_compare_exchange_strong(&p, &expected, a));
    return 0;
}
