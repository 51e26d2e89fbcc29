/* expect: race */
/* goblint: a counter of reads raised under a read lock */
#include <pthread.h>
pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
int data, reads;
void *r(void *p) {
    pthread_rwlock_rdlock(&l);
    int v = data;
    reads++;
    pthread_rwlock_unlock(&l);
    return (void *)(long)v;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, r, 0);
    pthread_create(&b, 0, r, 0);
    pthread_rwlock_wrlock(&l);
    data = 5;
    pthread_rwlock_unlock(&l);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
