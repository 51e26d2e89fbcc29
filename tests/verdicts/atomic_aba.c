/* expect: assert */
/* a node comes back to the top between load and compare-and-swap (ABA) */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node { struct node *next; int owned; };
static struct node b = { 0, 0 }, a = { &b, 0 };
static _Atomic(struct node *) top = &a;

static struct node *pop(void)
{
    struct node *n = top;
    while (n) {
        struct node *next = n->next;
        if (atomic_compare_exchange_strong(&top, &n, next))
            break;
    }
    return n;
}

static void *reuse(void *u)
{
    struct node *x = pop(), *y = pop();
    if (y)
        y->owned = 1;
    if (x) {
        x->next = top;
        while (!atomic_compare_exchange_strong(&top, &x->next, x))
            ;
    }
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, reuse, 0);
    pop();
    pthread_join(t, 0);
    struct node *rest = top;
    assert(rest != &b || !b.owned); /* b is in the list and in use */
    return 0;
}
