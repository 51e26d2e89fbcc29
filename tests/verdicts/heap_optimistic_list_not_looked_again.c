/* expect: assert */
/* As heap_optimistic_list, without the second look: a node comes back. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

struct node { int key; _Atomic(struct node *) next; pthread_mutex_t lock; };
static struct node *head;

static struct node *made(int key, struct node *next) {
    struct node *n = malloc(sizeof *n);
    n->key = key;
    atomic_init(&n->next, next);
    pthread_mutex_init(&n->lock, 0);
    return n;
}

static void unlink_key(int key) {
    struct node *before = head, *at = before->next;
    while (at->key < key)
        before = at, at = at->next;
    pthread_mutex_lock(&before->lock);
    pthread_mutex_lock(&at->lock);
    if (at->key == key)
        before->next = at->next;
    pthread_mutex_unlock(&at->lock);
    pthread_mutex_unlock(&before->lock);
}

static void *two(void *unused) { unlink_key(2); return unused; }

int main(void) {
    pthread_t t;
    head = made(0, made(1, made(2, made(9, NULL))));
    pthread_create(&t, 0, two, 0);
    unlink_key(1);
    pthread_join(t, 0);
    struct node *last = head->next;
    assert(last->key == 9);
    return 0;
}
