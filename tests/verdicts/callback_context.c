/* expect: assert */
/* a callback gets its object as void pointer and changes it */
#include <assert.h>

struct conn { int id, closed; };

static void on_close(void *context) { ((struct conn *)context)->closed = 1; }
static void each(struct conn *c, int n, void (*f)(void *)) { for (int i = 0; i < n; i++) f(&c[i]); }

int main(void)
{
    struct conn c[2] = { { 1, 0 }, { 2, 0 } };
    each(c, 2, on_close);
    assert(!c[1].closed);
    return 0;
}
