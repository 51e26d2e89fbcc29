/* expect: assert */
/* the tag of a union says pointer where a number was stored */
#include <assert.h>

struct value { enum { NUMBER, REF } kind; union { long n; long *ref; } u; };

static long get(const struct value *v) { return v->kind == REF ? *v->u.ref : v->u.n; }
static long shared = 4;

int main(void)
{
    struct value a = { NUMBER, { .n = 3 } }, b = { REF, { .ref = &shared } };
    *b.u.ref = 5;
    assert(get(&a) == 3);
    assert(get(&b) == 4);
    return 0;
}
