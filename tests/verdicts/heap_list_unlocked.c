/* expect: assert */
/* two threads push nodes of their own to a list without a mutex */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node { int v; struct node *next; };
static struct node *head;

static void *push(void *arg)
{
    struct node *n = malloc(sizeof *n);
    if (!n) abort();
    n->v = *(int *)arg;
    n->next = head;
    head = n;
    return 0;
}

int main(void)
{
    int a = 1, b = 2, sum = 0;
    pthread_t t;
    pthread_create(&t, 0, push, &a);
    push(&b);
    pthread_join(t, 0);
    while (head) {
        struct node *n = head;
        head = n->next;
        sum += n->v;
        free(n);
    }
    assert(sum == 3);
    return 0;
}
