/* expect: memory */
/* a reference is dropped twice on the error path, so that the buffer is freed while it is used */
#include <stdlib.h>

struct buf { int refs; int data; };

static struct buf *get(struct buf *b) { b->refs++; return b; }
static void put(struct buf *b) { if (--b->refs == 0) free(b); }

static int process(struct buf *b, int fail)
{
    get(b);
    if (fail)
        put(b);
    put(b);
    return -fail;
}

int main(void)
{
    struct buf *b = malloc(sizeof *b);
    if (!b) return 0;
    b->refs = 1;
    b->data = 7;
    process(b, 1);
    b->data++;
    put(b);
    return 0;
}
