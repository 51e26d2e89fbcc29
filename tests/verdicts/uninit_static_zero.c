/* expect: safe */
/* objects of static storage are zero at the start */
#include <assert.h>

static struct { int n; char *p; double d; unsigned char raw[3]; } s;
static int never_set[2];

int main(void)
{
    static long local;
    assert(s.n == 0 && s.p == 0 && s.d == 0 && s.raw[2] == 0);
    assert(never_set[1] == 0 && local == 0);
    return 0;
}
