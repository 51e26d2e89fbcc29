/* expect: safe */
/* A barrier orders what comes before it in each thread. */
#include <pthread.h>
static pthread_barrier_t b;
static int left, right;
static void *other(void *u) {
    left = 1;
    pthread_barrier_wait(&b);
    return right == 1 ? u : &b;
}
int main(void) {
    pthread_t t;
    pthread_barrier_init(&b, 0, 2);
    pthread_create(&t, 0, other, 0);
    right = 1;
    pthread_barrier_wait(&b);
    int seen = left;
    pthread_join(t, 0);
    return seen != 1;
}
