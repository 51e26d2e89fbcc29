/* expect: not safe */
/* destroys a mutex that a thread may still hold */
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *t(void *x) {
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, 0, t, 0);
    pthread_mutex_destroy(&m);
    pthread_join(a, 0);
    return 0;
}
