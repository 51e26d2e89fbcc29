/* expect: safe */
/* the operand of sizeof is not evaluated */
#include <assert.h>

static int calls;
static int *bump(void) { calls++; return &calls; }

int main(void)
{
    int x = 1;
    unsigned long n = sizeof(x++) + sizeof(*bump());
    assert(n == 8 && x == 1 && calls == 0);
    return 0;
}
