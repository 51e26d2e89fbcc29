/* expect: assert */
/* arguments of printf have effects */
#include <assert.h>
#include <stdio.h>

static int shown;
static int next(void) { return ++shown; }

int main(void)
{
    printf("%d\n", next());
    assert(shown == 0);
    return 0;
}
