/* expect: memory */
/* a callback frees the entry that the loop is at */
#include <stdlib.h>

struct entry { struct entry *next; void (*f)(struct entry *); };
static struct entry *list;

static void remove_me(struct entry *e)
{
    for (struct entry **p = &list; *p; p = &(*p)->next)
        if (*p == e) {
            *p = e->next;
            break;
        }
    free(e);
}
static void add(void)
{
    struct entry *e = malloc(sizeof *e);
    if (!e) abort();
    e->f = remove_me;
    e->next = list;
    list = e;
}

int main(void)
{
    add();
    add();
    for (struct entry *e = list; e; e = e->next)
        e->f(e);
    return 0;
}
