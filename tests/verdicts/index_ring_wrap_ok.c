/* expect: safe */
/* the index of a ring buffer is wrapped in time */
#include <assert.h>
static int ring[3];
static int head;

static void put(int v)
{
    ring[head] = v;
    if (++head > 2)
        head = 0;
}

int main(void)
{
    for (int i = 0; i < 4; i++)
        put(i);
    assert(ring[0] == 3 && ring[1] == 1 && ring[2] == 2);
    return 0;
}
