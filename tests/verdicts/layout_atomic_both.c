/* expect: not safe, not real */
/* The union of the bits of two addresses: one of them in some layouts, and another number in most. */
#include <assert.h>
#include <stdatomic.h>
#include <stdint.h>
static int a, b;
static _Atomic uintptr_t x;

int main(void)
{
    x = (uintptr_t)&a;
    atomic_fetch_or(&x, (uintptr_t)&b);
    assert(x != (uintptr_t)&b);
    return 0;
}
