/* expect: safe */
/* posix: attributes of threads, self, equal, detach of itself */
#include <pthread.h>
#include <assert.h>
#include <errno.h>
#include <limits.h>
static pthread_t main_id;
static void *t(void *a) {
    assert(!pthread_equal(pthread_self(), main_id));
    pthread_detach(pthread_self());
    pthread_exit(NULL);
}

int main(void) {
    pthread_attr_t a;
    int s;
    size_t z;
    main_id = pthread_self();
    assert(pthread_equal(main_id, pthread_self()));
    assert(!pthread_attr_init(&a));
    assert(!pthread_attr_getdetachstate(&a, &s) && s == PTHREAD_CREATE_JOINABLE);
    assert(pthread_attr_setdetachstate(&a, -5) == EINVAL);
    assert(!pthread_attr_setstacksize(&a, 65536));
    assert(!pthread_attr_getstacksize(&a, &z) && z == 65536);
    pthread_t h;
    assert(!pthread_create(&h, &a, t, 0));
    pthread_attr_destroy(&a);
    pthread_exit(0);
}
