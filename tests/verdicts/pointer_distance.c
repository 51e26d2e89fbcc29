/* expect: safe */
/* differences and comparisons of pointers into one array */
#include <assert.h>
#include <stddef.h>

static short ring[8];

int main(void)
{
    short *head = ring + 6, *tail = &ring[1];
    ptrdiff_t used = head - tail;
    assert(used == 5);
    assert(tail < head && (char *)head - (char *)tail == 10);
    *(head - used) = 4;
    assert(ring[1] == 4);
    return 0;
}
