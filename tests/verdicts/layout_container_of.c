/* expect: safe */
/* from a member to its struct and back */
#include <assert.h>
#include <stddef.h>

struct link {
    struct link *next;
};

struct item {
    int key;
    struct link link;
};

static struct item items[2] = {{1, {&items[1].link}}, {2, {0}}};

int main(void)
{
    struct link *l = items[0].link.next;
    struct item *i = (struct item *)((char *)l - offsetof(struct item, link));
    assert(i->key == 2 && i == &items[1] && i - items == 1);
    return 0;
}
