/* expect: safe */
/* a local that is initialised in part is zero elsewhere, each time */
#include <assert.h>

static int frame(int k)
{
    int v[4] = { k };
    struct { int a, b; } s = { .b = k };
    int r = v[0] + v[1] + v[2] + v[3] + s.a + s.b;
    v[3] = 50;
    s.a = 60;
    return r;
}

int main(void)
{
    assert(frame(1) == 2);
    assert(frame(2) == 4);
    return 0;
}
