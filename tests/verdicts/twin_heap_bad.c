/* expect: assert */
/* Threads that are alike put objects of their own on a list: either may be the last */
#include <assert.h>
#include <pthread.h>

#include <stdlib.h>

struct node {
    pthread_t by;
    struct node *next;
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct node *top;

static void *work(void *u)
{
    struct node *n = malloc(sizeof *n);
    (void)u;
    n->by = pthread_self();
    pthread_mutex_lock(&m);
    n->next = top;
    top = n;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, work, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    assert(pthread_equal(top->by, t[1]));
    return 0;
}
