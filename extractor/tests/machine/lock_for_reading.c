// Who reads under a read lock is kept from writers; who writes under one is not.
// ends: 1 2
#include <pthread.h>

pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
int x;

static void *work(void *arg) {
    pthread_rwlock_rdlock(&l);
    x = x + 1;
    pthread_rwlock_unlock(&l);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    work(0);
    pthread_join(t, 0);
    pthread_rwlock_wrlock(&l);
    int seen = x;
    pthread_rwlock_unlock(&l);
    return seen;
}
