/* expect: deadlock */
/* the flag is set without the lock, the signal is lost */
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static atomic_int f;
static void *w(void *a) {
    pthread_mutex_lock(&m);
    while (!f) pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t h;
    pthread_create(&h, 0, w, 0);
    f = 1;
    pthread_cond_signal(&c);
    pthread_join(h, 0);
    return 0;
}
