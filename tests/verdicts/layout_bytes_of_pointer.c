/* expect: not safe */
/* a hash over the bytes of a pointer */
#include <assert.h>
#include <string.h>

static int x;

int main(void)
{
    int *p = &x;
    unsigned char bytes[sizeof p];
    unsigned sum = 0;
    memcpy(bytes, &p, sizeof p);
    for (unsigned i = 0; i < sizeof p; i++)
        sum += bytes[i];
    assert(sum % 2 == 0);
    return 0;
}
