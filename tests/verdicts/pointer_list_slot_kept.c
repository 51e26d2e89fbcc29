/* expect: not safe */
/* As pointer_list_through_slots; the link is found before the lock is taken. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node { int key; struct node *next; };
static struct node *head;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void insert(int key) {
    struct node *n = malloc(sizeof *n);
    n->key = key;
    struct node **link = &head;
    while (*link && (*link)->key < key)
        link = &(*link)->next;
    pthread_mutex_lock(&m);
    n->next = *link;
    *link = n;
    pthread_mutex_unlock(&m);
}

static void *odd(void *unused) { insert(1); return unused; }

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, odd, 0);
    insert(2);
    pthread_join(t, 0);
    int last = 0;
    for (struct node *n = head; n; n = n->next) {
        assert(n->key > last);
        last = n->key;
    }
    return 0;
}
