/* expect: assert */
/* a table of devices with pointers to their registers, written through the table */
#include <assert.h>

static unsigned ctrl_a = 1, ctrl_b = 1;
static const struct { const char *name; struct { unsigned *ctrl; unsigned mask; } reg[2]; } dev = {
    "uart", { { &ctrl_a, 1 }, { &ctrl_b, 2 } }
};

int main(void)
{
    for (int i = 0; i < 2; i++)
        *dev.reg[i].ctrl |= dev.reg[i].mask;
    assert(ctrl_b == 1);
    return 0;
}
