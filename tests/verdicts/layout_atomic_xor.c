/* expect: not safe */
/* The exclusive or of two addresses, made by an atomic operation, decides. */
#include <assert.h>
#include <stdatomic.h>
#include <stdint.h>
static int a, b;
static _Atomic uintptr_t x;

int main(void)
{
    x = (uintptr_t)&a;
    atomic_fetch_xor(&x, (uintptr_t)&b);
    assert(x < 4096);
    return 0;
}
