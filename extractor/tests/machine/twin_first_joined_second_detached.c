// As twin_one_detached, with the other number, and with an access of `main` before the join.
// ends: 0 1 2
// states: 300
#include <pthread.h>
#include <stdatomic.h>

atomic_int a, b;

static void *work(void *arg) {
    b = a + 1;
    return arg;
}

int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], 0, work, 0);
    pthread_create(&t[1], 0, work, 0);
    a = 1;
    b = 0;
    pthread_join(t[0], 0);
    pthread_detach(t[1]);
    return b;
}
