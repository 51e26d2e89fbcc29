/* expect: safe */
/* null, small numbers and -1 are no addresses of objects */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

static int x;

int main(void)
{
    void *p = malloc(8);
    if (!p)
        return 0;
    assert(p != 0 && p != (void *)1 && p != (void *)-1 && (void *)&x != (void *)2 && p != (void *)&x);
    assert((uintptr_t)p > 100 && (intptr_t)&x > 0);
    assert(((uintptr_t)p & 15) == 0);
    free(p);
    return 0;
}
