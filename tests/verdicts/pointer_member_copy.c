/* expect: assert */
/* a struct copy takes an inner pointer along, so that both copies write the same buffer */
#include <assert.h>

struct buf { char *at; unsigned len; };
struct msg { int type; struct buf body; };
static char storage[4] = "abc";

int main(void)
{
    struct msg original = { 1, { storage, 3 } };
    struct msg copy = original;
    copy.body.at[0] = 'x';
    assert(original.body.at[0] == 'a');
    return 0;
}
