/* expect: safe */
/* container_of with the right member finds the sum of all expiry times */
#include <assert.h>
#include <stddef.h>

struct link { struct link *next; };
struct timer { int id; long expires; struct link link; };
#define container_of(p, type, member) ((type *)((char *)(p) - offsetof(type, member)))

static struct timer one = { 1, 100, { 0 } }, two = { 2, 200, { &one.link } };
static struct link *armed = &two.link;

int main(void)
{
    long sum = 0;
    for (struct link *l = armed; l; l = l->next)
        sum += container_of(l, struct timer, link)->expires;
    assert(sum == 300);
    return 0;
}
