/* expect: deadlock */
/* philosophers: mutexes in structs on the heap, all left first */
#include <pthread.h>
#include <stdlib.h>
#define N 4
typedef struct fork {
    pthread_mutex_t m;
    int uses;
} Fork;
typedef struct phil {
    int id;
    Fork *l, *r;
} Phil;
static void *eat(void *a) {
    Phil *p = a;
    pthread_mutex_lock(&p->l->m);
    pthread_mutex_lock(&p->r->m);
    p->l->uses++;
    p->r->uses++;
    pthread_mutex_unlock(&p->r->m);
    pthread_mutex_unlock(&p->l->m);
    free(p);
    return NULL;
}

int main(void) {
    Fork **f = malloc(N * sizeof *f);
    pthread_t t[N];
    for (int i = 0; i < N; i++) {
        f[i] = calloc(1, sizeof(Fork));
        pthread_mutex_init(&f[i]->m, NULL);
    }
    for (int i = 0; i < N; i++) {
        Phil *p = malloc(sizeof *p);
        *p = (Phil){i, f[i], f[(i + 1) % N]};
        pthread_create(&t[i], NULL, eat, p);
    }
    for (int i = 0; i < N; i++) pthread_join(t[i], NULL);
    for (int i = 0; i < N; i++) {
        pthread_mutex_destroy(&f[i]->m);
        free(f[i]);
    }
    free(f);
    return 0;
}
