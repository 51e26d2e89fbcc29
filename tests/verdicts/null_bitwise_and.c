/* expect: null */
/* & instead of && evaluates both operands */
struct node { int v; struct node *next; };
static struct node last = { 2, 0 }, first = { 1, &last };

static int second_is(struct node *n, int v) { return (n->next != 0) & (n->next->v == v); }

int main(void)
{
    return second_is(&first, 2) - 1 + second_is(&last, 2);
}
