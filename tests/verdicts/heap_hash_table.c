/* expect: safe */
/* hash table with chains and a lock for each bucket; keys are strings */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
#include <assert.h>
#define B 2
struct e {
    char *k;
    int v;
    struct e *n;
};
static struct {
    pthread_mutex_t m;
    struct e *h;
} t[B];
static unsigned hash(const char *s) {
    unsigned h = 5381;
    while (*s) h = h * 33 ^ (unsigned char)*s++;
    return h % B;
}

static void put(const char *k, int v) {
    unsigned i = hash(k);
    pthread_mutex_lock(&t[i].m);
    struct e *e;
    for (e = t[i].h; e; e = e->n) if (!strcmp(e->k, k)) break;
    if (!e) {
        e = malloc(sizeof *e);
        e->k = strdup(k);
        e->n = t[i].h;
        t[i].h = e;
        e->v = 0;
    }
    e->v += v;
    pthread_mutex_unlock(&t[i].m);
}

static int get(const char *k) {
    unsigned i = hash(k);
    int v = -1;
    pthread_mutex_lock(&t[i].m);
    for (struct e *e = t[i].h; e; e = e->n) if (!strcmp(e->k, k)) v = e->v;
    pthread_mutex_unlock(&t[i].m);
    return v;
}

static void *w(void *a) {
    char k[8];
    for (int i = 0; i < 2; i++) {
        snprintf(k, sizeof k, "k%d", i);
        put(k, (int)(long)a);
    }
    return 0;
}

int main(void) {
    for (int i = 0; i < B; i++) pthread_mutex_init(&t[i].m, 0);
    pthread_t a, b;
    pthread_create(&a, 0, w, (void *)1L);
    pthread_create(&b, 0, w, (void *)10L);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(get("k0") == 11 && get("k1") == 11 && get("x") == -1);
    for (int i = 0; i < B; i++) while (t[i].h) {
        struct e *n = t[i].h->n;
        free(t[i].h->k);
        free(t[i].h);
        t[i].h = n;
    }
    return 0;
}
