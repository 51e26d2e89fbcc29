/* expect: assert */
/* a pointer travels as a long through a message */
#include <assert.h>

struct message { int what; long arg; };
static int count;

static void handle(struct message m) { if (m.what == 1) ++*(int *)m.arg; }

int main(void)
{
    struct message m = { 1, (long)&count };
    handle(m);
    assert(count == 0);
    return 0;
}
