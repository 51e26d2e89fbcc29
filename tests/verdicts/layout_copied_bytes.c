/* expect: safe */
/* bytes of a pointer that are only copied */
#include <assert.h>

static int x = 3;

int main(void)
{
    int *p = &x, *q;
    unsigned char *from = (unsigned char *)&p, *to = (unsigned char *)&q;
    for (unsigned i = 0; i < sizeof p; i++)
        to[i] = from[i];
    assert(*q == 3);
    return 0;
}
