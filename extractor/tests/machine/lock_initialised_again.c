// A lock that is initialised while it is held keeps nobody out: locks promise nothing then.
// ends: 1 2
// begins anew
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;

static void *work(void *arg) {
    pthread_mutex_lock(&m);
    x = x + 1;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_mutex_lock(&m);
    pthread_create(&t, 0, work, 0);
    int was = x;
    pthread_mutex_init(&m, 0);
    x = was + 1;
    pthread_join(t, 0);
    return x;
}
