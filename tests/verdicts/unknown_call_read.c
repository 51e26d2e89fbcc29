/* expect: not safe */
/* read fills a buffer with what the world sends */
#include <assert.h>
#include <unistd.h>

static unsigned char header[2];
static int table[8];

int main(void)
{
    if (read(0, header, 2) == 2)
        table[header[1]] = 1;
    return 0;
}
