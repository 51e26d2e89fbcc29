/* expect: not safe */
/* the lower half of an address decides */
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    void *p = malloc(4);
    int low = (int)(long)p;
    free(p);
    assert(low >= 0);
    return 0;
}
