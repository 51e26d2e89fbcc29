/* expect: race */
/* As race_barrier_phases_ok; one write comes after the barrier. */
#include <pthread.h>
static pthread_barrier_t b;
static int left, right;
static void *other(void *u) {
    left = 1;
    pthread_barrier_wait(&b);
    left = 2;
    return u;
}
int main(void) {
    pthread_t t;
    pthread_barrier_init(&b, 0, 2);
    pthread_create(&t, 0, other, 0);
    right = 1;
    pthread_barrier_wait(&b);
    int seen = left;
    pthread_join(t, 0);
    return seen == 7;
}
