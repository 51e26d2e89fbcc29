/* expect: safe */
/* posix: once from many threads */
#include <pthread.h>
#include <assert.h>
static pthread_once_t o = PTHREAD_ONCE_INIT;
static int n, *p;
static int v;
static void init(void) {
    n++;
    v = 4;
    p = &v;
}

static void *t(void *a) {
    pthread_once(&o, init);
    assert(*p == 4);
    return 0;
}

int main(void) {
    pthread_t t1[3];
    for (int i = 0; i < 3; i++) pthread_create(t1 + i, 0, t, 0);
    for (int i = 0; i < 3; i++) pthread_join(t1[i], 0);
    assert(n == 1);
    return 0;
}
