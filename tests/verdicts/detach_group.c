/* expect: safe */
/* detached workers count down under a lock; main waits for the last one's signal */
#include <pthread.h>
#include <stdlib.h>
#include <assert.h>
struct wg {
    pthread_mutex_t m;
    pthread_cond_t c;
    int n;
};
static int sum;
static void *t(void *x) {
    struct wg *w = x;
    pthread_mutex_lock(&w->m);
    sum += w->n;
    if (--w->n == 0) pthread_cond_signal(&w->c);
    pthread_mutex_unlock(&w->m);
    return 0;
}

int main(void) {
    static struct wg w = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 3};
    for (int i = 0; i < 3; i++) {
        pthread_t h;
        pthread_attr_t a;
        pthread_attr_init(&a);
        pthread_attr_setdetachstate(&a, PTHREAD_CREATE_DETACHED);
        pthread_create(&h, &a, t, &w);
        pthread_attr_destroy(&a);
    }
    pthread_mutex_lock(&w.m);
    while (w.n) pthread_cond_wait(&w.c, &w.m);
    pthread_mutex_unlock(&w.m);
    assert(sum == 6);
    return 0;
}
