/* expect: memory */
/* address of a thread-local used after its thread ended */
#include <pthread.h>
static __thread int n = 5;
static void *t(void *a) {
    return &n;
}

int main(void) {
    pthread_t h;
    void *r;
    pthread_create(&h, 0, t, 0);
    pthread_join(h, &r);
    return *(int *)r;
}
