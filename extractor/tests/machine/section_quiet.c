// A mutex that one thread alone uses at first: its sections are no scheduling points until another comes.
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
    pthread_mutex_unlock(&m);
    pthread_create(&t, 0, work, 0);
    int busy = pthread_mutex_trylock(&m);
    if (busy == 0) {
        x = x + 1;
        pthread_mutex_unlock(&m);
    }
    pthread_join(t, 0);
    return x;
}
