/* expect: assert */
/* an array that is a member of a local struct is passed to a function */
#include <assert.h>

struct pkt { unsigned char len; unsigned char body[3]; };

static void scramble(unsigned char *p, int n) { while (n--) *p++ ^= 0xff; }

int main(void)
{
    struct pkt k = { 3, { 1, 2, 3 } };
    scramble(k.body, k.len);
    assert(k.len == 3);
    assert(k.body[2] == 3);
    return 0;
}
