/* expect: race */
/* Two writes under a lock that is taken for reading. */
#include <pthread.h>
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int hits;
static void *looks(void *u) {
    pthread_rwlock_rdlock(&l);
    hits++;
    pthread_rwlock_unlock(&l);
    return u;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, looks, 0);
    looks(0);
    pthread_join(t, 0);
    return 0;
}
