// All accesses have the lock, but for one that comes late.
// ends: 0 1 2
// begins anew
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x, late;

static void *work(void *arg) {
    pthread_mutex_lock(&m);
    x = 1;
    x = 2;
    late = 1;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_mutex_lock(&m);
    int seen = x;
    int was = late;
    pthread_mutex_unlock(&m);
    if (!was)
        seen = x;
    pthread_join(t, 0);
    return seen;
}
