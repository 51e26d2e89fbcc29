/* expect: not safe */
/* memcmp looks at padding that nobody set */
#include <assert.h>
#include <string.h>

struct key { char kind; int id; };

int main(void)
{
    struct key a, b;
    memset(&a, 0, sizeof a);
    a.kind = b.kind = 1;
    a.id = b.id = 2;
    assert(memcmp(&a, &b, sizeof a) == 0);
    return 0;
}
