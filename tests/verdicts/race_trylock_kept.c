/* expect: safe */
/* It is written only if the lock was got. */
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;
static void *tries(void *u) {
    if (pthread_mutex_trylock(&m) == 0) {
        n++;
        pthread_mutex_unlock(&m);
    }
    return u;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, tries, 0);
    pthread_mutex_lock(&m);
    n++;
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}
