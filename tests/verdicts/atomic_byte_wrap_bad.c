/* expect: assert */
/* the sequence number is a byte: after 255 comes 0 */
#include <assert.h>
#include <stdatomic.h>

static _Atomic unsigned char seq = 255;

int main(void)
{
    seq++;
    assert(seq > 0);
    return 0;
}
