/* expect: not safe */
/* Bits in the middle of an address, left by an atomic mask. */
#include <assert.h>
#include <stdatomic.h>
#include <stdint.h>
static int a;
static _Atomic uintptr_t x;

int main(void)
{
    x = (uintptr_t)&a;
    atomic_fetch_and(&x, 0xf00);
    assert(x != 0x700);
    return 0;
}
