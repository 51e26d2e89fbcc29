/* A stack without locks (Treiber 1986): N threads push K objects each. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
    struct node *next;
};

static _Atomic(struct node *) top;

static void push(struct node *n)
{
    struct node *old = top;
    do
        n->next = old;
    while (!atomic_compare_exchange_weak(&top, &old, n));
}

static void *work(void *objects)
{
    struct node *list = objects;
    for (int i = 0; i < K; i++)
        push(&list[i]);
    return 0;
}

int main(void)
{
    static struct node objects[N][K];
    pthread_t t[N];
    int count = 0;
    for (int i = 0; i < N; i++)
        pthread_create(&t[i], 0, work, objects[i]);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], 0);
    for (struct node *n = top; n; n = n->next)
        count++;
    assert(count == N * K);
    return 0;
}
