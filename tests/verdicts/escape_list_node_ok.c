/* expect: safe */
/* both local nodes of the shared list are renumbered before the join */
#include <assert.h>
#include <pthread.h>

struct node { int seq; struct node *next; };
static struct node *queue;

static void *worker(void *unused)
{
    for (struct node *n = queue; n; n = n->next)
        n->seq += 10;
    return 0;
}

int main(void)
{
    struct node second = { 2, 0 }, first = { 1, &second };
    pthread_t t;
    queue = &first;
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
    assert(first.seq == 11 && second.seq == 12);
    return 0;
}
