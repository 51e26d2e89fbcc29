/* expect: safe */
/* a list with XOR links is walked from both ends */
#include <assert.h>
#include <stdint.h>

struct xnode { int v; uintptr_t both; };
static struct xnode a, b, c;

static int walk(struct xnode *p)
{
    int digits = 0;
    uintptr_t previous = 0;
    while (p) {
        uintptr_t next = p->both ^ previous;
        digits = digits * 10 + p->v;
        previous = (uintptr_t)p;
        p = (struct xnode *)next;
    }
    return digits;
}

int main(void)
{
    a.v = 1, b.v = 2, c.v = 3;
    a.both = (uintptr_t)&b;
    b.both = (uintptr_t)&a ^ (uintptr_t)&c;
    c.both = (uintptr_t)&b;
    assert(walk(&a) == 123);
    assert(walk(&c) == 321);
    return 0;
}
