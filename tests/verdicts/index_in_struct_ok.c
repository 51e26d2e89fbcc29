/* expect: safe */
/* all elements of an array inside of a struct, and not the member behind it */
#include <assert.h>
struct conn { int port[2]; int state; };
static struct conn c = { .state = 4 };

int main(void)
{
    for (unsigned i = 0; i < sizeof c.port / sizeof c.port[0]; i++)
        c.port[i] = 80;
    assert(c.state == 4 && c.port[1] == 80);
    return 0;
}
