/* expect: assert */
/* a message with a union: the length of one variant overlays the port of the other */
#include <assert.h>

struct msg { int type; union { struct { short port, flags; } open; struct { int len; } data; }; };
static struct msg m = { 1, { .open = { 80, 1 } } };

static void set_length(struct msg *p, int len) { p->data.len = len; }

int main(void)
{
    set_length(&m, 0x10050);
    assert(m.open.port == 80 && m.open.flags == 1);
    set_length(&m, 80);
    assert(m.open.flags == 1);
    return 0;
}
