/* expect: safe */
/* posix: destructors of keys run again while a value comes back */
#include <pthread.h>
#include <assert.h>
#include <stdlib.h>
static pthread_key_t k, j;
static int n;
static void d(void *v) {
    n++;
    if (n < 3) pthread_setspecific(k, v);
}

static void e(void *v) {
    free(v);
}

static void *t(void *a) {
    assert(!pthread_getspecific(k));
    pthread_setspecific(k, a);
    pthread_setspecific(j, malloc(4));
    return pthread_getspecific(k);
}

int main(void) {
    pthread_t th;
    void *r;
    int x;
    assert(!pthread_key_create(&k, d));
    assert(!pthread_key_create(&j, e));
    pthread_create(&th, 0, t, &x);
    pthread_join(th, &r);
    assert(r == &x && n == 3);
    assert(pthread_key_delete(k) == 0);
    return 0;
}
