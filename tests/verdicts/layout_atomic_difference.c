/* expect: not safe */
/* Which of two objects comes first, found by an atomic subtraction. */
#include <assert.h>
#include <stdatomic.h>
#include <stdint.h>
static int a, b;
static _Atomic uintptr_t x;

int main(void)
{
    x = (uintptr_t)&a;
    atomic_fetch_sub(&x, (uintptr_t)&b);
    assert((intptr_t)x < 0);
    return 0;
}
