/* expect: assert */
/* an auto-reset event that loses one of two posts */
#include <pthread.h>
#include <assert.h>
struct ev {
    pthread_mutex_t m;
    pthread_cond_t c;
    int set;
};
static struct ev e = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0};
static int posts, seen;
static void set(struct ev *e) {
    pthread_mutex_lock(&e->m);
    e->set = 1;
    posts++;
    pthread_cond_signal(&e->c);
    pthread_mutex_unlock(&e->m);
}

static void wait(struct ev *e) {
    pthread_mutex_lock(&e->m);
    while (!e->set) pthread_cond_wait(&e->c, &e->m);
    e->set = 0;
    seen++;
    pthread_mutex_unlock(&e->m);
}

static void *p(void *x) {
    set(&e);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, p, 0);
    pthread_create(&b, 0, p, 0);
    wait(&e);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(seen == 1 && posts == 2 && e.set == 1);
    return 0;
}
