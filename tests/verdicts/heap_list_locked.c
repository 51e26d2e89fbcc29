/* expect: safe */
/* two threads push nodes of their own to a list under a mutex */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node { int v; struct node *next; };
static struct node *head;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *push(void *arg)
{
    struct node *n = malloc(sizeof *n);
    if (!n) abort();
    n->v = *(int *)arg;
    pthread_mutex_lock(&m);
    n->next = head;
    head = n;
    pthread_mutex_unlock(&m);
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
