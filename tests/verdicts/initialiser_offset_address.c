/* expect: assert */
/* the initialiser is an address inside of another object, with arithmetic */
#include <assert.h>

static struct { int head; int body[3]; int tail; } packet;
static int *cursor = packet.body + 2;
static int **where = &cursor;

int main(void)
{
    *--*where = 8;
    assert(packet.body[1] == 0);
    return 0;
}
