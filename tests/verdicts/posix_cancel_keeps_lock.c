/* expect: assert */
/* posix: deferred cancel at a condition wait; the handler keeps the mutex */
#include <pthread.h>
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int in, cleaned;
static void undo(void *p) {
    cleaned++;
}

static void *t(void *a) {
    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, NULL);
    pthread_mutex_lock(&m);
    in = 1;
    pthread_cleanup_push(undo, &m);
    pthread_cond_signal(&c);
    for (;;) pthread_cond_wait(&c, &m);
    pthread_cleanup_pop(0);
    return NULL;
}

int main(void) {
    pthread_t th;
    void *r;
    if (pthread_create(&th, NULL, t, NULL)) {
        perror("create");
        exit(1);
    }
    pthread_mutex_lock(&m);
    while (!in) pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    assert(pthread_cancel(th) == 0);
    assert(pthread_join(th, &r) == 0);
    assert(r == PTHREAD_CANCELED);
    assert(pthread_mutex_trylock(&m) == 0 && cleaned == 1);
    return 0;
}
