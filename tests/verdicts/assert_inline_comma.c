/* expect: assert */
/* an assertion with a comma and an assignment inside */
#include <assert.h>

static int state;

int main(void)
{
    assert((state = 2, state > 1));
    assert(state == 0);
    return 0;
}
