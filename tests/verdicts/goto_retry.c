/* expect: safe */
/* a backward goto tries again, at most three times */
#include <assert.h>

static int attempts;
static int send(void) { return ++attempts < 3 ? -1 : 0; }

int main(void)
{
    int left = 3, r;
again:
    r = send();
    if (r < 0 && --left > 0)
        goto again;
    assert(r == 0 && attempts == 3);
    return 0;
}
