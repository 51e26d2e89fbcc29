/* expect: safe */
/* a field of three bits wraps and leaves its neighbour alone */
#include <assert.h>

struct hdr { unsigned seq : 3; unsigned ack : 1; unsigned window : 4; };

int main(void)
{
    struct hdr h = { .seq = 7, .ack = 1, .window = 9 };
    h.seq++;
    h.window += 7;
    assert(h.seq == 0 && h.ack == 1 && h.window == 0);
    return 0;
}
