/* expect: safe */
/* a compare-and-swap that fails writes what it found to the expected value */
#include <assert.h>
#include <stdatomic.h>

static _Atomic long state = 3;

int main(void)
{
    long expected = 1;
    _Bool swapped = atomic_compare_exchange_strong(&state, &expected, 9);
    assert(!swapped && expected == 3 && state == 3);
    swapped = atomic_compare_exchange_strong(&state, &expected, 9);
    assert(swapped && expected == 3 && state == 9);
    return 0;
}
