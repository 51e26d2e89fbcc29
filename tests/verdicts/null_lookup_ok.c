/* expect: safe */
/* a lookup that may find nothing, with a default */
#include <assert.h>
struct route { int dest; int hop; };
static struct route table[] = { { 1, 10 }, { 2, 20 } };

static struct route *find(int dest)
{
    for (int i = 0; i < 2; i++)
        if (table[i].dest == dest)
            return &table[i];
    return 0;
}
static int hop(int dest) { struct route *r = find(dest); return r ? r->hop : -1; }

int main(void)
{
    assert(hop(2) == 20 && hop(3) == -1);
    return 0;
}
