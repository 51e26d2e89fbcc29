/* expect: assert */
/* after a deletion the link steps over the node that took the place: of two equal keys one stays */
#include <assert.h>

struct entry { int key; struct entry *next; };

static void drop(struct entry **link, int key)
{
    while (*link) {
        if ((*link)->key == key)
            *link = (*link)->next;
        if (*link)
            link = &(*link)->next;
    }
}

int main(void)
{
    struct entry c = { 3, 0 }, b = { 2, &c }, a = { 2, &b }, *head = &a;
    drop(&head, 2);
    for (struct entry *e = head; e; e = e->next)
        assert(e->key != 2);
    return 0;
}
