/* expect: safe */
/* The lowest bit of an address, set and taken away by atomic operations. */
#include <assert.h>
#include <stdatomic.h>
#include <stdint.h>
static int a = 3;
static _Atomic uintptr_t x;

int main(void)
{
    x = (uintptr_t)&a;
    atomic_fetch_or(&x, 1);
    assert(x & 1);
    atomic_fetch_and(&x, ~(uintptr_t)1);
    assert(*(int *)x == 3);
    return 0;
}
