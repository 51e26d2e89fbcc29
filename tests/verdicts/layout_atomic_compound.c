/* expect: not safe */
/* The same by a compound assignment of an atomic object. */
#include <assert.h>
#include <stdint.h>
static int a, b;
static _Atomic uintptr_t x;

int main(void)
{
    x = (uintptr_t)&a;
    x ^= (uintptr_t)&b;
    assert(x < 4096);
    return 0;
}
