/* expect: safe */
/* nobody uses the value that is missing */
#include <assert.h>

static int calls;

static int f(void)
{
    calls++;
}

int main(void)
{
    f();
    (void)f();
    assert(calls == 2);
    return 0;
}
