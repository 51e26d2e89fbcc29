/* expect: safe */
/* a pool gives blocks out of one allocation and takes them back */
#include <assert.h>
#include <stdlib.h>

struct block { struct block *next; int payload; };
static struct block *arena, *unused;

static void pool_init(int n)
{
    arena = malloc(n * sizeof *arena);
    if (!arena) abort();
    for (int i = 0; i < n; i++) {
        arena[i].next = unused;
        unused = &arena[i];
    }
}
static struct block *take(void) { struct block *b = unused; if (b) unused = b->next; return b; }
static void give(struct block *b) { b->next = unused; unused = b; }

int main(void)
{
    pool_init(2);
    struct block *a = take(), *b = take();
    assert(a && b && a != b && !take());
    a->payload = 1;
    b->payload = 2;
    give(a);
    struct block *c = take();
    assert(c == a && b->payload == 2);
    free(arena);
    return 0;
}
