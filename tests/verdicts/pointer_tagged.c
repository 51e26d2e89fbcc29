/* expect: assert */
/* a pointer with a tag in its low bit is used after the tag was taken off */
#include <assert.h>
#include <stdint.h>

static long left = 1, right = 2;
static uintptr_t tagged;

static void set(long *p, unsigned tag) { tagged = (uintptr_t)p | tag; }
static long *plain(void) { return (long *)(tagged & ~(uintptr_t)1); }

int main(void)
{
    set(&left, 1);
    *plain() = 9;
    set(&right, 0);
    *plain() += 1;
    assert(left == 1);
    return 0;
}
