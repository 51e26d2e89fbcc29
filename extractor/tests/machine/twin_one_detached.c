// Two threads are alike; one is joined, the other is detached while it may still run. Only one of the two numbers is
// then looked at without a wait: what stops the one thread must stop the other. The search did not end.
// ends: 0 5
// states: 60
#include <pthread.h>
#include <stdatomic.h>

atomic_int a, b;

static void *work(void *arg) {
    if (a == 1)
        b = 5;
    return arg;
}

int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], 0, work, 0);
    pthread_create(&t[1], 0, work, 0);
    pthread_join(t[1], 0);
    pthread_detach(t[0]);
    a = 1;
    return b;
}
