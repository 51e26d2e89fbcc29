/* expect: assert */
/* the deepest call writes to the local of the first */
#include <assert.h>

struct frame { int v; struct frame *up; };

static void walk(int n, struct frame *up)
{
    struct frame here = { n, up };
    if (n == 0) {
        struct frame *f = &here;
        while (f->up)
            f = f->up;
        f->v = -1;
    } else
        walk(n - 1, &here);
    assert(here.v == n);
}

int main(void)
{
    walk(3, 0);
    return 0;
}
