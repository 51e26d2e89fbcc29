/* expect: safe */
/* each frame has its own local, and they are chained through the stack */
#include <assert.h>

struct frame { int v; const struct frame *up; };

static int sum(const struct frame *f) { return f ? f->v + sum(f->up) : 0; }
static int walk(int n, const struct frame *up)
{
    struct frame here = { n, up };
    if (n == 0)
        return sum(&here);
    int r = walk(n - 1, &here);
    assert(here.v == n);
    return r;
}

int main(void)
{
    assert(walk(5, 0) == 15);
    return 0;
}
