/* expect: safe */
/* goblint: two lists, each with a lock, no node in both */
#include <pthread.h>
#include <stdlib.h>
struct node {
    int v;
    struct node *next;
};
struct node *A, *B;
pthread_mutex_t ma = PTHREAD_MUTEX_INITIALIZER, mb = PTHREAD_MUTEX_INITIALIZER;
struct node *mk(int v, struct node *n) {
    struct node *p = malloc(sizeof *p);
    p->v = v;
    p->next = n;
    return p;
}

void *t(void *x) {
    pthread_mutex_lock(&ma);
    for (struct node *p = A; p; p = p->next) p->v++;
    pthread_mutex_unlock(&ma);
    return 0;
}

int main(void) {
    struct node *sh = mk(1, 0);
    A = mk(2, sh);
    B = mk(3, mk(1, 0));
    pthread_t a;
    pthread_create(&a, 0, t, 0);
    pthread_mutex_lock(&mb);
    for (struct node *p = B; p; p = p->next) p->v--;
    pthread_mutex_unlock(&mb);
    pthread_join(a, 0);
    return 0;
}
