/* expect: safe */
/* atomic operations on a byte wrap as a byte does */
#include <assert.h>
#include <stdatomic.h>

static _Atomic unsigned char seq = 254;
static atomic_ushort id;

int main(void)
{
    unsigned old = atomic_fetch_add(&seq, 3);
    assert(old == 254 && seq == 1);
    atomic_fetch_sub(&id, 1);
    assert(id == 65535);
    seq += 255;
    assert(seq == 0);
    return 0;
}
