/* expect: safe */
/* two threads push their nodes with compare-and-swap, none is lost */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node { struct node *next; };
static struct node a, b;
static _Atomic(struct node *) top;

static void *push(void *arg)
{
    struct node *n = arg;
    n->next = atomic_load(&top);
    while (!atomic_compare_exchange_weak(&top, &n->next, n))
        ;
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, push, &a);
    push(&b);
    pthread_join(t, 0);
    int n = 0;
    for (struct node *p = top; p; p = p->next)
        n++;
    assert(n == 2);
    return 0;
}
