/* expect: safe */
/* tag and content of a union are changed together */
#include <assert.h>

struct value { enum { NUMBER, REF } kind; union { long n; long *ref; } u; };

static long get(const struct value *v) { return v->kind == REF ? *v->u.ref : v->u.n; }
static void deref(struct value *v) { if (v->kind == REF) { long n = *v->u.ref; v->kind = NUMBER; v->u.n = n; } }
static long shared = 4;

int main(void)
{
    struct value b = { REF, { .ref = &shared } };
    assert(get(&b) == 4);
    deref(&b);
    shared = 9;
    assert(get(&b) == 4);
    return 0;
}
