/* expect: assert */
/* a field of three bits holds eight values */
#include <assert.h>

struct hdr { unsigned seq : 3; unsigned ack : 1; };

int main(void)
{
    struct hdr h = { .seq = 7, .ack = 0 };
    h.seq++;
    assert(h.seq == 8 - h.ack);
    return 0;
}
