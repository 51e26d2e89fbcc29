/* expect: safe */
/* As dialect_ldv_list, under a mutex. */
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct list_head { struct list_head *next, *prev; };
#define container_of(p, type, member) ((type *)((char *)(p) - offsetof(type, member)))
struct item { int data; struct list_head list; };
static struct list_head all = {&all, &all};
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void add(struct item *i) {
    i->list.next = all.next;
    i->list.prev = &all;
    all.next->prev = &i->list;
    all.next = &i->list;
}
static void del(struct item *i) {
    i->list.next->prev = i->list.prev;
    i->list.prev->next = i->list.next;
}
static void *walks(void *u) {
    pthread_mutex_lock(&m);
    for (struct list_head *l = all.next; l != &all; l = l->next)
        container_of(l, struct item, list)->data++;
    pthread_mutex_unlock(&m);
    return u;
}
int main(void) {
    pthread_t t;
    struct item *i = calloc(1, sizeof *i);
    add(i);
    pthread_create(&t, 0, walks, 0);
    pthread_mutex_lock(&m);
    del(i);
    free(i);
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}
