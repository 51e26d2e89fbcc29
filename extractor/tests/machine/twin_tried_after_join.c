// Of three threads that are alike one is joined, and one is asked whether it has ended: all answers.
// ends: 2 3 4 5 6 7
// states: 120
#define _GNU_SOURCE
#include <pthread.h>
#include <stdatomic.h>

atomic_int a;

static void *work(void *arg) {
    a++;
    return arg;
}

int main(void) {
    pthread_t t[3];
    int tried = 1;
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], 0, work, 0);
    pthread_join(t[2], 0);
    int seen = a;
    if (pthread_tryjoin_np(t[1], 0) != 0) {
        tried = 0;
        pthread_join(t[1], 0);
    }
    pthread_join(t[0], 0);
    return 2 * seen + tried;
}
