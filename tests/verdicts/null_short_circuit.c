/* expect: safe */
/* the right operand of && is not evaluated where the left one is false */
#include <assert.h>
struct node { int v; struct node *next; };
static struct node last = { 2, 0 }, first = { 1, &last };

static int second_is(struct node *n, int v) { return n && n->next && n->next->v == v; }

int main(void)
{
    assert(second_is(&first, 2));
    assert(!second_is(&last, 2));
    assert(!second_is(0, 2));
    return 0;
}
