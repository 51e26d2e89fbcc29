// Store buffering inside of locks that do not exclude each other.
// ends: 1 2 3
// tso ends: 0 1 2 3
#include <pthread.h>
#include <stdatomic.h>

int x, y;
int r, s;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;

static void *first(void *arg) {
    pthread_mutex_lock(&m);
    x = 1;
    r = y;
    pthread_mutex_unlock(&m);
    return arg;
}

static void *second(void *arg) {
    pthread_mutex_lock(&n);
    y = 1;
    s = x;
    pthread_mutex_unlock(&n);
    return arg;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, first, 0);
    pthread_create(&u, 0, second, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 2 * r + s;
}
