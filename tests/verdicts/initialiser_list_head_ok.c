/* expect: safe */
/* insertion and removal in an intrusive circular list */
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
static void del(struct list *n)
{
    n->prev->next = n->next;
    n->next->prev = n->prev;
}

int main(void)
{
    add(&a);
    add(&b);
    assert(head.prev == &a);
    del(&a);
    assert(head.prev == &b && b.next == &head);
    del(&b);
    assert(head.next == &head && head.prev == &head);
    return 0;
}
