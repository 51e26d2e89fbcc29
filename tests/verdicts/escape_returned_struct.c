/* expect: assert */
/* a function returns a struct with the address of what it was given */
#include <assert.h>

struct cursor { int *at; int left; };

static struct cursor begin(int *v, int n) { return (struct cursor){ v, n }; }
static struct cursor step(struct cursor c) { c.at++; c.left--; return c; }

int main(void)
{
    int v[3] = { 1, 2, 3 };
    struct cursor c = step(begin(v, 3));
    *c.at = 0;
    assert(c.left == 2);
    assert(v[1] == 2);
    return 0;
}
