/* expect: not safe */
/* a struct is set member by member, and one is forgotten */
#include <assert.h>

struct addr { int family, port, scope; };

static void set(struct addr *a, int port)
{
    a->family = 2;
    a->port = port;
}

int main(void)
{
    struct addr a;
    set(&a, 80);
    assert(a.scope != 77);
    return 0;
}
