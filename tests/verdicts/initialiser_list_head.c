/* expect: assert */
/* an intrusive list head that points to itself, and two entries */
#include <assert.h>

struct list { struct list *next, *prev; };
static struct list head = { &head, &head };
static struct list a, b;

static void add(struct list *n)
{
    n->next = head.next;
    n->prev = &head;
    head.next->prev = n;
    head.next = n;
}

int main(void)
{
    add(&a);
    add(&b);
    assert(head.next == &b && b.next == &a);
    assert(head.prev == &b); /* the tail is a */
    return 0;
}
