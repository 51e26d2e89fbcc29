/* expect: assert */
/* a function calls itself through a pointer */
#include <assert.h>

static int calls;
static int walk(int n);
static int (*volatile again)(int) = walk;
static int walk(int n) { calls++; return n ? again(n - 1) : 0; }

int main(void)
{
    walk(4);
    assert(calls == 4);
    return 0;
}
