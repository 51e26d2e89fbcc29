/* expect: assert */
/* three static nodes in a circle; a walk of four steps comes back and writes the second one */
#include <assert.h>

struct node { int hits; struct node *next; };
static struct node a, b, c;
static struct node a = { 0, &b }, b = { 0, &c }, c = { 0, &a };

int main(void)
{
    struct node *n = &a;
    for (int i = 0; i < 4; i++) {
        n = n->next;
        n->hits++;
    }
    assert(b.hits == 1);
    return 0;
}
