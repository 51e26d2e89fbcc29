/* expect: safe */
/* the path of a recursion fits into its array */
#include <assert.h>
static int path[5];

static int descend(int depth, int left)
{
    path[depth] = left;
    return left ? descend(depth + 1, left - 1) : path[0];
}

int main(void)
{
    assert(descend(0, 4) == 4);
    assert(path[4] == 0 && path[3] == 1);
    return 0;
}
