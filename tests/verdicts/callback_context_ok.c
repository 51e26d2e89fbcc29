/* expect: safe */
/* a callback adds up what its context points to */
#include <assert.h>

struct sum { int total; int *limit; };

static void add(int v, void *context)
{
    struct sum *s = context;
    if (s->total + v <= *s->limit)
        s->total += v;
}
static void each(const int *v, int n, void (*f)(int, void *), void *context)
{
    for (int i = 0; i < n; i++)
        f(v[i], context);
}

int main(void)
{
    int limit = 6, v[] = { 1, 2, 3, 4 };
    struct sum s = { 0, &limit };
    each(v, 4, add, &s);
    assert(s.total == 6);
    return 0;
}
