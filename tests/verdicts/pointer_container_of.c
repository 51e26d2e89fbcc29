/* expect: assert */
/* container_of leads from an intrusive link back to the object, which is written */
#include <assert.h>
#include <stddef.h>

struct link { struct link *next; };
struct timer { int id; long expires; struct link link; };
#define container_of(p, type, member) ((type *)((char *)(p) - offsetof(type, member)))

static struct timer one = { 1, 100, { 0 } }, two = { 2, 200, { &one.link } };
static struct link *armed = &two.link;

int main(void)
{
    for (struct link *l = armed; l; l = l->next)
        container_of(l, struct timer, link)->expires = 0;
    assert(one.expires == 100);
    return 0;
}
