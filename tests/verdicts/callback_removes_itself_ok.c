/* expect: safe */
/* the loop keeps the next entry before it calls */
#include <assert.h>
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
    for (struct entry *e = list, *next; e; e = next) {
        next = e->next;
        e->f(e);
    }
    assert(list == 0);
    return 0;
}
