/* expect: safe */
/* an address modulo the alignment of its type is the same wherever the object stands */
#include <assert.h>
#include <stdint.h>

static double d;
static struct { char a; _Alignas(16) char b; } s;

int main(void)
{
    assert((uintptr_t)&d % 8 == 0 && (uintptr_t)&s.b % 16 == 0 && ((uintptr_t)&s.b + 3) % 8 == 3);
    return 0;
}
