/* expect: safe */
/* A thread that is cancelled gives PTHREAD_CANCELED, or what it returned before. */
#include <assert.h>
#include <pthread.h>
#include <unistd.h>
static void *waits(void *u) {
    pthread_testcancel();
    return u;
}
int main(void) {
    pthread_t t;
    void *r;
    pthread_create(&t, 0, waits, &t);
    pthread_cancel(t);
    pthread_join(t, &r);
    assert(r == PTHREAD_CANCELED || r == &t);
    return 0;
}
