/* expect: safe */
/* every reference that is taken is dropped once */
#include <assert.h>
#include <stdlib.h>

struct buf { int refs; int data; };

static struct buf *get(struct buf *b) { b->refs++; return b; }
static void put(struct buf *b) { if (--b->refs == 0) free(b); }

static int process(struct buf *b, int fail)
{
    get(b);
    if (!fail)
        b->data++;
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
    process(b, 0);
    assert(b->data == 8 && b->refs == 1);
    put(b);
    return 0;
}
