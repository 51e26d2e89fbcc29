/* expect: not safe */
/* As heap_queue_two_locks; the node that is taken out is freed, which may be the last one that the other end uses. */
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
    struct node *first = head->next;
    if (!first) {
        pthread_mutex_unlock(&head_lock);
        return 0;
    }
    *value = first->value;
    head->next = first->next;
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
    int value;
    head = tail = malloc(sizeof *head);
    atomic_init(&head->next, NULL);
    pthread_create(&t, 0, puts_two, 0);
    dequeue(&value);
    pthread_join(t, 0);
    return 0;
}
