/* expect: not safe */
/* the hash of a long double reads its 6 bytes of padding, which nothing has set */
#include <assert.h>
#include <string.h>

static unsigned hash(const void *p, unsigned long n)
{
    const unsigned char *bytes = p;
    unsigned h = 0;
    while (n-- > 0)
        h = h * 31 + *bytes++;
    return h;
}

struct key { long double x; };

int main(void)
{
    struct key a;
    a.x = 1.5L;
    return hash(&a, sizeof a) == 1;
}
