/* expect: deadlock */
/* a reader asks for the write lock while it reads */
#include <pthread.h>
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int x;
static void *t(void *p) {
    pthread_rwlock_rdlock(&l);
    if (x == 0) {
        pthread_rwlock_wrlock(&l);
        x = 1;
        pthread_rwlock_unlock(&l);
    }
    pthread_rwlock_unlock(&l);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, t, 0);
    pthread_create(&b, 0, t, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
