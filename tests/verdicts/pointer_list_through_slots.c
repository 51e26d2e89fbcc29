/* expect: safe */
/* A list is changed through pointers to its links. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node { int key; struct node *next; };
static struct node *head;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void insert(int key) {
    struct node *n = malloc(sizeof *n);
    n->key = key;
    pthread_mutex_lock(&m);
    struct node **link = &head;
    while (*link && (*link)->key < key)
        link = &(*link)->next;
    n->next = *link;
    *link = n;
    pthread_mutex_unlock(&m);
}

static void *odd(void *unused) { insert(3); insert(1); return unused; }

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, odd, 0);
    insert(2);
    insert(4);
    pthread_join(t, 0);
    int expected = 1;
    for (struct node *n = head; n; n = n->next)
        assert(n->key == expected++);
    assert(expected == 5);
    return 0;
}
