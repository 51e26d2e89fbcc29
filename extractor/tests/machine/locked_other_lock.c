// Two threads have a lock each, not the same: an update is lost.
// ends: 1 2
// races: 2
#include <pthread.h>

pthread_mutex_t m[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
int x;

static void *work(void *arg) {
    pthread_mutex_lock(&m[(long)arg]);
    x = x + 1;
    pthread_mutex_unlock(&m[(long)arg]);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, (void *)1);
    work(0);
    pthread_join(t, 0);
    return x;
}
