/* expect: safe */
/* Who has the lock is who took it. */
#include <pthread.h>
void reach_error(void) { }
extern int __VERIFIER_nondet_int(void);
static pthread_t owner;
static int depth, sum;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void lock(void) {
    if (depth && pthread_equal(owner, pthread_self())) {
        depth++;
        return;
    }
    pthread_mutex_lock(&m);
    owner = pthread_self();
    depth = 1;
}
static void unlock(void) {
    if (--depth == 0)
        pthread_mutex_unlock(&m);
}
static void *worker(void *u) {
    lock();
    lock();
    sum++;
    unlock();
    unlock();
    return u;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    worker(0);
    pthread_join(t, 0);
    if (sum != 2)
        reach_error();
    return 0;
}
