/* expect: not safe */
/* the bucket of an address is the allocator's choice */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void)
{
    void *p = malloc(1), *q = malloc(1);
    unsigned bucket_p = (unsigned)(((uintptr_t)p >> 4) % 8), bucket_q = (unsigned)(((uintptr_t)q >> 4) % 8);
    free(p);
    free(q);
    assert(bucket_p != bucket_q);
    return 0;
}
