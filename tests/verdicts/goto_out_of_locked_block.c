/* expect: deadlock */
/* An error path leaves the lock taken. */
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static volatile int failed;
static void *worker(void *u) {
    pthread_mutex_lock(&m);
    if (failed)
        goto out;
    failed = 1;
    pthread_mutex_unlock(&m);
    return u;
out:
    return 0;
}
int main(void) {
    pthread_t a, b, c;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    pthread_create(&c, 0, worker, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    pthread_join(c, 0);
    return 0;
}
