/* expect: safe */
/* deletion from a list by a pointer to the link, at the head, in the middle and at the end */
#include <assert.h>

struct entry { int key; struct entry *next; };

static void drop(struct entry **link, int key)
{
    while (*link) {
        if ((*link)->key == key)
            *link = (*link)->next;
        else
            link = &(*link)->next;
    }
}

int main(void)
{
    struct entry c = { 3, 0 }, b = { 2, &c }, a = { 1, &b }, *head = &a;
    drop(&head, 2);
    assert(head == &a && a.next == &c);
    drop(&head, 1);
    assert(head == &c);
    drop(&head, 3);
    assert(head == 0);
    return 0;
}
