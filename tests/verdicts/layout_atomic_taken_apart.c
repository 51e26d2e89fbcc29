/* expect: safe */
/* The exclusive or of two addresses, made and taken apart by atomic operations. */
#include <assert.h>
#include <stdatomic.h>
#include <stdint.h>
static int a = 3, b = 4;
static _Atomic uintptr_t x;

int main(void)
{
    x = (uintptr_t)&a;
    atomic_fetch_xor(&x, (uintptr_t)&b);
    atomic_fetch_xor(&x, (uintptr_t)&a);
    assert(*(int *)x == 4);
    return 0;
}
