/* expect: safe */
/* only the chosen operand of a conditional is evaluated */
#include <assert.h>

static int calls;
static int bad(void) { calls++; return 0; }

int main(void)
{
    int *p = 0, n = 0;
    assert(p ? *p : 1);
    assert(n == 0 || bad());
    assert(!(n && bad()));
    assert(calls == 0);
    return 0;
}
