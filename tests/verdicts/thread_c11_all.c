/* expect: assert */
/* C11 threads: mtx_timedlock, call_once, tss, cnd, thrd_exit results */
#include <threads.h>
#include <assert.h>
#include <time.h>
static once_flag of = ONCE_FLAG_INIT;
static tss_t k;
static mtx_t m;
static cnd_t c;
static int inits, ready, dtor;
static void d(void *p) {
    dtor++;
}

static void init(void) {
    inits++;
    assert(tss_create(&k, d) == thrd_success);
}

static int w(void *a) {
    call_once(&of, init);
    tss_set(k, a);
    mtx_lock(&m);
    ready++;
    cnd_signal(&c);
    mtx_unlock(&m);
    if (tss_get(k) != a) thrd_exit(1);
    return 42;
}

int main(void) {
    mtx_init(&m, mtx_timed | mtx_recursive);
    cnd_init(&c);
    thrd_t t[2];
    int x[2], r;
    for (int i = 0; i < 2; i++) assert(thrd_create(&t[i], w, &x[i]) == thrd_success);
    mtx_lock(&m);
    mtx_lock(&m);
    mtx_unlock(&m);
    while (ready < 2) cnd_wait(&c, &m);
    mtx_unlock(&m);
    struct timespec ts;
    timespec_get(&ts, TIME_UTC);
    ts.tv_sec++;
    r = mtx_timedlock(&m, &ts);
    assert(r == thrd_success || r == thrd_timedout);
    if (r == thrd_success) mtx_unlock(&m);
    for (int i = 0; i < 2; i++) {
        thrd_join(t[i], &r);
        assert(r == 42);
    }
    assert(inits == 1 && dtor == 2);
    mtx_destroy(&m);
    cnd_destroy(&c);
    return 0;
}
