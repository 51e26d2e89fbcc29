// A thread that main did not start conflicts with main.
// ends: 0 1 2
#include <pthread.h>

int x;

static void *leaf(void *arg) {
    x = 1;
    x = 2;
    return 0;
}

static void *middle(void *arg) {
    pthread_t t;
    pthread_create(&t, 0, leaf, 0);
    pthread_join(t, 0);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, middle, 0);
    int seen = x;
    pthread_join(t, 0);
    return seen;
}
