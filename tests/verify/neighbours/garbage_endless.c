// expect: pass
// Objects are lost for ever; there are few states all the same.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
struct node { struct node *next; int value; };
static struct node *head;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *lose(void *unused) {
    for (;;) {
        struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
        a->next = b, b->next = a;
        a->value = b->value = 1;
        pthread_mutex_lock(&lock);
        head = a;
        pthread_mutex_unlock(&lock);
    }
    return unused;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, lose, 0);
    for (;;) {
        pthread_mutex_lock(&lock);
        assert(head == 0 || head->next->next == head);
        pthread_mutex_unlock(&lock);
    }
}
