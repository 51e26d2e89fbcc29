/* expect: assert */
/* an array of structs with pointers is copied as bytes, and the copy writes */
#include <assert.h>
#include <string.h>

struct slot { int tag; int *to; };
static int x, y;

int main(void)
{
    struct slot from[2] = { { 1, &x }, { 2, &y } }, to[2];
    memcpy(to, from, sizeof to);
    *to[1].to = to[0].tag;
    assert(x == 0);
    assert(y == 0);
    return 0;
}
