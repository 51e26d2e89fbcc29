/* expect: safe */
/* qsort with a comparator of structs puts them in order */
#include <assert.h>
#include <stdlib.h>

struct task { int prio; char name; };
static int by_prio(const void *a, const void *b)
{
    const struct task *x = a, *y = b;
    return (x->prio > y->prio) - (x->prio < y->prio);
}

int main(void)
{
    struct task t[3] = { { 3, 'c' }, { 1, 'a' }, { 2, 'b' } };
    qsort(t, 3, sizeof t[0], by_prio);
    assert(t[0].name == 'a' && t[1].name == 'b' && t[2].name == 'c');
    return 0;
}
