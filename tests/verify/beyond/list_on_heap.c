// expect: pass
// truth: pass
// Both threads push a node under the lock; main walks over the list after the joins and finds both values. The answer
// lies in nodes on the heap and in the pointers between them.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct node *head;

static void *push(void *arg)
{
    struct node *node = malloc(sizeof *node);

    if (node == NULL)
        abort();
    node->value = (int)(long)arg;
    pthread_mutex_lock(&lock);
    node->next = head;
    head = node;
    pthread_mutex_unlock(&lock);
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
    while (head != NULL) {
        struct node *next = head->next;

        sum += head->value;
        free(head);
        head = next;
    }
    assert(sum == 7);
    return 0;
}
