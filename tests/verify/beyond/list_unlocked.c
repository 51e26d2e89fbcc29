// expect: fail assertion
// truth: fail assertion
// As list_on_heap.c without the lock: both threads can read the same head, and one node is lost.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

static struct node *head;

static void *push(void *arg)
{
    struct node *node = malloc(sizeof *node);

    if (node == NULL)
        abort();
    node->value = (int)(long)arg;
    node->next = head;
    head = node;
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    int sum = 0;

    pthread_create(&a, NULL, push, (void *)(long)3);
    pthread_create(&b, NULL, push, (void *)(long)4);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    for (struct node *node = head; node != NULL; node = node->next)
        sum += node->value;
    assert(sum == 7);
    return 0;
}
