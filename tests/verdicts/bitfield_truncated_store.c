/* expect: assert */
/* a value that is too large for its field is cut */
#include <assert.h>

static struct { unsigned prio : 2; unsigned rest : 6; } q;

static void set(unsigned p) { q.prio = p; }

int main(void)
{
    set(3);
    assert(q.prio == 3);
    set(4);
    assert(q.prio == 4);
    return 0;
}
