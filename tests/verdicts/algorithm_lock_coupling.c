/* expect: safe */
/* sorted list with hand over hand locking */
#include <pthread.h>
#include <stdlib.h>
#include <limits.h>
#include <assert.h>
typedef struct node {
    int key;
    struct node *next;
    pthread_mutex_t m;
} node;
static node *head;
static node *mk(int k, node *n) {
    node *p = malloc(sizeof *p);
    p->key = k;
    p->next = n;
    pthread_mutex_init(&p->m, 0);
    return p;
}

static int add(int k) {
    pthread_mutex_lock(&head->m);
    node *p = head, *c = p->next;
    pthread_mutex_lock(&c->m);
    while (c->key < k) {
        pthread_mutex_unlock(&p->m);
        p = c;
        c = c->next;
        pthread_mutex_lock(&c->m);
    }
    int r = c->key != k;
    if (r) p->next = mk(k, c);
    pthread_mutex_unlock(&c->m);
    pthread_mutex_unlock(&p->m);
    return r;
}

static int del(int k) {
    pthread_mutex_lock(&head->m);
    node *p = head, *c = p->next;
    pthread_mutex_lock(&c->m);
    while (c->key < k) {
        pthread_mutex_unlock(&p->m);
        p = c;
        c = c->next;
        pthread_mutex_lock(&c->m);
    }
    int r = c->key == k;
    if (r) p->next = c->next;
    pthread_mutex_unlock(&c->m);
    if (r) {
        pthread_mutex_destroy(&c->m);
        free(c);
    }
    pthread_mutex_unlock(&p->m);
    return r;
}

static void *a(void *x) {
    add(3);
    return 0;
}

static void *d(void *x) {
    return (void *)(long)del(3);
}

int main(void) {
    head = mk(INT_MIN, mk(5, mk(INT_MAX, 0)));
    pthread_t s, t;
    void *r;
    pthread_create(&s, 0, a, 0);
    pthread_create(&t, 0, d, 0);
    pthread_join(s, 0);
    pthread_join(t, &r);
    assert((head->next->key == 3) == !r);
    return 0;
}
