/* expect: assert */
/* the end mark minus one is kept in an unsigned char */
#include <assert.h>

static const int input[] = { 'a', -1 };
static int at;
static int next(void) { return input[at++]; }

int main(void)
{
    unsigned char c = 0;
    for (int i = 0; i < 2; i++)
        c = next();
    assert(c == -1);
    return 0;
}
