/* expect: assert */
/* two objects with their own operations: the second one doubles */
#include <assert.h>

struct shape { const struct ops *ops; int a; };
struct ops { int (*area)(const struct shape *); };

static int square(const struct shape *s) { return s->a * s->a; }
static int twice(const struct shape *s) { return 2 * s->a; }
static const struct ops square_ops = { square }, twice_ops = { twice };

int main(void)
{
    struct shape s[2] = { { &square_ops, 3 }, { &twice_ops, 3 } };
    int sum = 0;
    for (int i = 0; i < 2; i++)
        sum += s[i].ops->area(&s[i]);
    assert(sum == 18);
    return 0;
}
