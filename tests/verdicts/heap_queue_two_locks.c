/* expect: safe */
/* Michael and Scott's queue with two locks and a node that is always there. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node { int value; _Atomic(struct node *) next; };
static struct node *head, *tail;
static pthread_mutex_t head_lock = PTHREAD_MUTEX_INITIALIZER, tail_lock = PTHREAD_MUTEX_INITIALIZER;

static void enqueue(int value) {
    struct node *n = malloc(sizeof *n);
    n->value = value;
    atomic_init(&n->next, NULL);
    pthread_mutex_lock(&tail_lock);
    tail->next = n;
    tail = n;
    pthread_mutex_unlock(&tail_lock);
}

static int dequeue(int *value) {
    pthread_mutex_lock(&head_lock);
    struct node *first = head, *second = first->next;
    if (!second) {
        pthread_mutex_unlock(&head_lock);
        return 0;
    }
    *value = second->value;
    head = second;
    pthread_mutex_unlock(&head_lock);
    free(first);
    return 1;
}

static void *puts_two(void *unused) {
    enqueue(1);
    enqueue(2);
    return unused;
}

int main(void) {
    pthread_t t;
    int value, expected = 1;
    head = tail = malloc(sizeof *head);
    atomic_init(&head->next, NULL);
    pthread_create(&t, 0, puts_two, 0);
    while (expected <= 2)
        if (dequeue(&value))
            assert(value == expected++);
    pthread_join(t, 0);
    assert(!dequeue(&value));
    free(head);
    return 0;
}
